import type { Guidance } from "../findings/finding.types.ts";
import { isUndocumented } from "../surface/is-undocumented.ts";
import type { Exchange } from "../traffic/exchange.types.ts";
import { isGranted, isMissing } from "../traffic/judge-answer.ts";
import { toGet } from "./probing.ts";
import { skipped, type Observation, type Probe, type Scanner } from "./scanner.types.ts";
import { usualPaths, type UsualPath } from "./undocumented-paths.ts";

const references = [
  "https://owasp.org/API-Security/editions/2023/en/0xa9-improper-inventory-management/",
];
const common = { owasp: "API9:2023", references } as const;

const undocumented: Guidance = {
  ...common,
  id: "SVC09001",
  name: "UndocumentedPathOpen",
  title: "A function that nobody documented is open",
  severity: "medium",
  cwe: [489, 1059],
  description:
    "An address that is usual for debugging, metrics or administration answers, and the document does not name it. What is not documented is not reviewed either.",
  remediation:
    "Remove the address from this environment, or serve it at an internal port only. If it is meant to be open, document it.",
};

const exposedFile: Guidance = {
  ...common,
  id: "SVC09002",
  name: "InternalFileServed",
  title: "An internal file is served",
  severity: "high",
  cwe: [538, 552],
  description:
    "A file with settings, history or data of the service can be downloaded, and has the content that its name promises.",
  remediation:
    "Serve files from a folder that contains nothing else, and replace every secret that was in the file.",
};

const servedDocument: Guidance = {
  ...common,
  id: "SVC09004",
  name: "ApiDocumentServed",
  title: "The service publishes an OpenAPI document of its own",
  severity: "info",
  cwe: [1059],
  description:
    "The service answers with an OpenAPI document that the scanned one does not mention. It may describe more operations.",
  remediation: "Compare it with the document that you scan, and publish only one of them.",
};

const guidanceOf: Readonly<Record<UsualPath["kind"], Guidance>> = {
  function: undocumented,
  file: exposedFile,
  document: servedDocument,
};

export const shadowInventory: Scanner = {
  id: "shadow-inventory",
  title: "Undocumented paths and files",
  summary: `Asks for ${usualPaths.length} addresses that services often have in addition to their document, without a credential and, where one is asked for, as the identity of the lowest rank. Files and documents count only with the content that their name promises.`,
  needs: { identities: 0, writes: false, isIntrusive: false },
  control: "A random address in the same folder answers 404 to the same caller.",
  isAuthorization: false,
  guidance: [undocumented, exposedFile, servedDocument],

  // The addresses belong to the host. They are asked for once, with the first operation.
  plan: ({ operations }) =>
    operations
      .slice(0, 1)
      .map((operation) => ({ operation, requests: usualPaths.length * 2 + 20 })),

  async run(_check, probe): Promise<readonly Observation[]> {
    const controls = new Map<string, Promise<Exchange>>();
    const seen: Observation[] = [];
    for (const usual of usualPaths) {
      if (!isUndocumented(probe.surface, usual.path)) continue;
      const observation = await tryPath(probe, usual, controls);
      if (observation !== null) seen.push(observation);
    }
    const answers = await Promise.all(controls.values());
    const isFound = seen.some(({ kind }) => kind === "finding");
    // A target that knows every address says nothing about any of them.
    return !isFound && answers.some(isGranted) && !answers.some(isMissing)
      ? skipped("it does not answer 404 for addresses that do not exist")
      : seen;
  },
};

async function tryPath(
  probe: Probe,
  { path, kind, sign }: UsualPath,
  controls: Map<string, Promise<Exchange>>,
): Promise<Observation | null> {
  const caller = await findCaller(probe, path, kind);
  if (caller === "absent") return { kind: "absent", at: { method: "GET", path } };
  if (caller === null) return null;
  const { identity } = caller;
  const sibling = toSibling(path, probe.word("sibling"));
  const key = `${identity ?? ""} ${sibling}`;
  const control = controls.get(key) ?? probe.send(toGet(sibling), identity);
  controls.set(key, control);
  const [nowhere, first] = [await control, await probe.send(toGet(path), identity)];
  const isThere = isGranted(first) && first.text.trim() !== "" && (sign?.test(first.text) ?? true);
  if (!isMissing(nowhere) || !isThere) return null;
  const second = await probe.send(toGet(path), identity);
  const as = identity === null ? "without a credential" : `as ${identity}`;
  return {
    kind: "finding",
    guidance: guidanceOf[kind],
    at: { method: "GET", path },
    place: { location: "path", name: "" },
    description: `GET ${path} answers ${first.status} ${as}.`,
    confidence: sign === undefined ? "medium" : "high",
    proof: {
      controls: [{ label: "A random address in the same folder", exchange: nowhere }],
      attacks: [
        { label: "The address", exchange: hideContent(first, sign) },
        { label: "The address, again", exchange: hideContent(second, sign) },
      ],
    },
  };
}

/** Evidence shows that a file is what its name says, and not the secrets in it. */
function hideContent(exchange: Exchange, sign: RegExp | undefined): Exchange {
  if (sign === undefined) return exchange;
  return { ...exchange, text: `${sign.exec(exchange.text)?.[0] ?? ""}•••`, json: undefined };
}

/** The identity that gets an answer, where null needs no credential; null if none gets one. */
async function findCaller(
  probe: Probe,
  path: string,
  kind: UsualPath["kind"],
): Promise<{ readonly identity: string | null } | "absent" | null> {
  const open = await probe.send(toGet(path), null);
  if (isGranted(open)) return { identity: null };
  if (isMissing(open)) return "absent";
  if (kind !== "function" || ![401, 403].includes(open.status)) return null;
  const [lowest] = probe.identities.toSorted((left, right) => left.rank - right.rank);
  if (lowest === undefined) return null;
  const answer = await probe.send(toGet(path), lowest.name);
  if (isMissing(answer)) return "absent";
  return isGranted(answer) ? { identity: lowest.name } : null;
}

/** An address in the same folder with the same ending, so that the same rule of a server applies. */
function toSibling(path: string, word: string): string {
  const at = path.replace(/\/$/, "").lastIndexOf("/") + 1;
  const name = path.slice(at);
  const ending = /\.[a-z]+$/.exec(name.slice(1))?.[0] ?? "";
  return `${path.slice(0, at)}${name.startsWith(".") ? "." : ""}${word}${ending}`;
}
