import type { Danger } from "./surface.types.ts";

/** Calls of such operations destroy what the scan itself needs, whatever their method. */
const destructive = new Set(
  "reset wipe purge truncate drop shutdown restart reboot logout signout revoke destroy deactivate".split(
    " ",
  ),
);

/** Writes with effects outside the API, which deleting a record does not undo. */
const outward = new Set(
  `pay payment payments charge refund transfer withdraw send mail email sms notify notification invite
  invitation invitations publish deploy checkout purchase subscribe dispatch broadcast password`.split(
    /\s+/,
  ),
);

/** The same, if the word says what the operation does: `createBook` books nothing. */
const outwardVerbs = new Set(
  "book buy call dial export import order release reserve ship upload".split(" "),
);

/** `changePassword` and `/password-reset` both have the words `password` and `reset` or `change`. */
export function splitWords(text: string): string[] {
  return text
    .replaceAll(/\{[^{}]*\}/g, " ")
    .replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, " ")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** Verbs of a POST that asks a question in its body and changes nothing that must be undone. */
const asking = new Set(
  "search find query lookup filter preview validate calculate estimate quote login signin".split(
    " ",
  ),
);

/** Whether a POST only asks, by the first word of its operation id or the end of its path. */
export const isAsking = (method: string, verbs: readonly string[]): boolean =>
  method === "POST" && (asking.has(verbs[0] ?? "") || asking.has(verbs.at(-1) ?? ""));

/** Paths of the caller's own account. */
const own = new Set(["me", "self", "myself", "account", "profile", "password"]);

export interface DangerQuestion {
  readonly method: string;
  readonly isWrite: boolean;
  /** The words of path and operation id. */
  readonly words: readonly string[];
  /** The first word of the operation id, and the words of the last segment of the path. */
  readonly verbs: readonly string[];
  /** The value of the extension `x-svc-scan`. */
  readonly mark: unknown;
  /** The words that a profile adds. */
  readonly dangerWords: readonly string[];
}

/**
 * Why a scan leaves an operation out; null if it can be called. A method is no sign of safety:
 * there are APIs that reset a database by GET.
 */
export function findDanger(question: DangerQuestion): Danger | null {
  const { isWrite, words, mark, dangerWords } = question;
  if (mark === true || mark === "allow") return null;
  if (mark === false || mark === "skip")
    return { reason: "the document marks it with x-svc-scan", harmsScan: true };
  const isOwn = words.some((word) => own.has(word));
  if (isOwn && ["PUT", "PATCH", "DELETE"].includes(question.method))
    return { reason: "it changes the account that the scan uses", harmsScan: true };
  const added = new Set(dangerWords.map((word) => word.toLowerCase()));
  const worst = words.find((word) => destructive.has(word) || added.has(word));
  const verbs = isWrite ? question.verbs.filter((word) => outwardVerbs.has(word)) : [];
  const found =
    worst ?? verbs[0] ?? (isWrite ? words.find((word) => outward.has(word)) : undefined);
  if (found === undefined) return null;
  return { reason: `its name contains "${found}"`, harmsScan: worst !== undefined };
}
