import type { ProblemRecord } from "@lintel/client/problem-record";
import type { Connection } from "../network/connect.ts";
import { Failure } from "../outcome/failure.ts";
import { cleanText } from "../output/clean-text.ts";
import { fetchPages } from "../items/fetch-pages.ts";

export interface RefusedRun {
  readonly connection: Connection;
  readonly projectId: string;
  readonly suiteId: string;
  readonly tags: readonly string[];
  readonly hasEnvironment: boolean;
}

/** Adds the possible choices to the refusal of a run if a choice was missing or wrong. */
export async function explainStart(error: unknown, run: RefusedRun): Promise<unknown> {
  if (!(error instanceof Failure)) return error;
  if (error.code === "SUITE_EMPTY" && run.tags.length > 0) return explainTags(error, run);
  return needsEnvironment(error) && !run.hasEnvironment ? explainEnvironment(error, run) : error;
}

/** Problems of a suite that was planned without its environment. */
const environmentCodes = new Set(["UNRESOLVED_VARIABLE", "BASE_URL_MISSING"]);

function needsEnvironment({ cause }: Failure): boolean {
  const { errors } = (cause ?? {}) as Partial<ProblemRecord>;
  return errors?.some(({ code }) => environmentCodes.has(code)) ?? false;
}

async function explainTags(failure: Failure, run: RefusedRun): Promise<Failure> {
  const { connection, projectId, suiteId, tags } = run;
  const cases = await fetchPages((paging) =>
    connection.call("list the tags", "listCases", { projectId, suiteId, ...paging }),
  );
  const present = [...new Set(cases.flatMap((one) => one.tags ?? []))].sort();
  return new Failure({
    exit: failure.exit,
    code: failure.code,
    what: `No enabled case of the suite has the tag ${tags.map((tag) => `"${cleanText(tag)}"`).join(" or ")}.`,
    why: [
      present.length === 0
        ? "The cases of the suite have no tags."
        : `Tags of the suite: ${present.map(cleanText).join(", ")}`,
    ],
    fix: "Choose another tag, enable a case, or omit --tag.",
    cause: failure,
  });
}

async function explainEnvironment(
  failure: Failure,
  { connection, projectId }: RefusedRun,
): Promise<Failure> {
  const present = await connection.call("list the environments", "listEnvironments", { projectId });
  const names = present
    .map(({ name }) => cleanText(name))
    .sort()
    .join(", ");
  return new Failure({
    exit: failure.exit,
    code: failure.code,
    what: failure.message,
    why: [
      ...failure.why,
      present.length === 0
        ? "The project has no environments yet."
        : `No environment is chosen. There are: ${names}`,
    ],
    fix:
      present.length === 0
        ? "Create one, then select it with --env: `lintel environments create local --base-url http://127.0.0.1:8080`"
        : `Choose one with --env NAME. ${failure.fix}`,
    cause: failure,
  });
}
