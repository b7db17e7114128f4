import type { ProblemRecord } from "@lintel/client/problem-record";
import type { Exit } from "../outcome/exit-codes.ts";
import { Failure } from "../outcome/failure.ts";
import { isUntrusted, isUnreached, type NetworkFailure } from "./network-failure.ts";

/** Where a call went, for the explanation of why it failed. */
export interface Called {
  /** What was wanted, as in "could not list the suites". */
  readonly doing: string;
  readonly url: string;
  readonly urlSource: string;
  readonly region: "eu" | "us";
  /** Whether the command has an option of this name. */
  readonly hasOption: (name: string) => boolean;
}

/** A refusal in the words of the command line. */
export async function explainProblem(problem: ProblemRecord, called: Called): Promise<Failure> {
  const fields = {
    exit: chooseExit(problem),
    code: problem.code,
    cause: problem,
  };
  if (problem.isForeign === true) return explainForeign(problem, called, fields);
  if (isBelowPath(problem, called)) return explainPath(called, fields);
  const why = (problem.errors ?? []).map(({ field, message }) => `${field}: ${message}`);
  if (problem.requestId !== "" && problem.status >= 500) why.push(`request ${problem.requestId}`);
  return new Failure({
    ...fields,
    what: `Could not ${called.doing}: ${cutErrors(problem)}`,
    why,
    fix: chooseFix(problem, called) ?? (await readFix(problem)),
  });
}

// A detail may repeat the first of the errors, which stand below it anyway.
function cutErrors({ detail, errors = [] }: ProblemRecord): string {
  return errors.reduce((text, { message }) => text.replace(message, ""), detail).trim();
}

function chooseExit({ status, code }: ProblemRecord): Exit {
  if (status === 401 || status === 403) return "credential";
  if (status === 404) return "notFound";
  // A finding about a document is a verdict, like that of a test.
  if (code === "SPEC_INVALID") return "failed";
  if (docsConflicts.has(code)) return "conflict";
  const isPassing = status < 300 || status === 429 || status >= 500 || code === "RUN_NOT_FINISHED";
  return isPassing ? "incomplete" : "usage";
}

/** Someone else was there first: what was written here is still here, and nothing was changed there. */
const docsConflicts: ReadonlySet<string> = new Set(["DOCS_CONFLICT", "PAGE_LOCKED"]);

/** Whether the service has nothing there, for the address that was set goes on after the host. */
function isBelowPath({ status, detail }: ProblemRecord, { url }: Called): boolean {
  const { pathname = "/" } = URL.parse(url) ?? {};
  return status === 404 && pathname !== "/" && detail.startsWith("There is nothing at ");
}

function explainPath(
  { doing, url, urlSource }: Called,
  fields: { exit: Exit; code: string; cause: unknown },
): Failure {
  const { origin, pathname } = new URL(url);
  return new Failure({
    ...fields,
    exit: "usage",
    what: `Could not ${doing}: Lintel answers at ${origin}, but not below ${pathname}.`,
    why: [`The address ${url} is from ${urlSource}.`],
    fix: `Leave the path out: ${origin}. Set it with --url or LINTEL_URL.`,
  });
}

function explainForeign(
  problem: ProblemRecord,
  called: Called,
  fields: { exit: Exit; code: string; cause: unknown },
): Failure {
  const said = problem.detail === "" ? [] : [problem.detail];
  return new Failure({
    ...fields,
    what: `Could not ${called.doing}: ${called.url} answers, but not as Lintel does (HTTP ${problem.status}).`,
    why: said,
    fix:
      problem.status >= 500
        ? "A proxy in front of the service may be in trouble: try again in a moment."
        : `Check the address (it is from ${called.urlSource}); set it with --url or LINTEL_URL.`,
  });
}

const newKey =
  "Create a new key in the settings and store it with `lintel login`, or set LINTEL_API_KEY.";

type Fix = (problem: ProblemRecord, called: Called) => string;

const ownFixes: Readonly<Record<string, Fix>> = {
  API_KEY_INVALID: (_, { region }) =>
    region === "eu"
      ? "Check the key. If the organization lives in the US region, add --region us or set LINTEL_REGION=us."
      : "Check the key. If the organization lives in the EU region, add --region eu or unset LINTEL_REGION.",
  API_KEY_MISSING: () => "Store a key with `lintel login`, or set LINTEL_API_KEY.",
  API_KEY_EXPIRED: () => newKey,
  API_KEY_REVOKED: () => newKey,
  API_KEY_SCOPE_DENIED: ({ requiredScope }) =>
    `Add the permission ${typeof requiredScope === "string" ? `${requiredScope} ` : ""}to the key, or use another key.`,
  DOCS_CONFLICT: () =>
    "Your files are as they were. `lintel docs pull --merge` brings both together; `lintel docs push --force` puts yours in place and keeps the others in .lintel.",
  PAGE_LOCKED: () =>
    "Your files are as they were. Push again when the page is free: a lock ends five minutes after its last use.",
  NOT_FOUND: () =>
    "Check the id and the project; `lintel list projects`, `lintel list suites`, `lintel list specs` and `lintel list environments` show what the key can see.",
  SUITE_EMPTY: () => "Add a case to the suite, enable one, or leave --tag and --case out.",
  VALIDATION_FAILED: ({ errors = [] }) =>
    errors.some(({ code }) => code === "UNRESOLVED_VARIABLE")
      ? "Give the variables values with --var name=value or --var-file, or in the environment."
      : "Correct what is named above and try again.",
  SPEC_INVALID: () => "Mend the document where it says, and import it again.",
  NAME_TAKEN: () =>
    "Choose another name with --name, or merge into the one there with --spec NAME.",
  VERSION_EXISTS: () => "Choose a number with --new-version that is not taken yet.",
  VERSION_LOCKED: () =>
    "The newest version is published and stays as it is: make one with --new-version X.Y.Z.",
  RATE_LIMITED: (_, { hasOption }) =>
    `Wait a minute and try again${hasOption("timeout") ? ", or allow a longer wait with --timeout" : ""}; every job with the same user's keys shares one budget.`,
};

/** Our own advice, where the command has every option that it names; those of other commands are quoted with them. */
function chooseFix(problem: ProblemRecord, called: Called): string | undefined {
  const fix = fixes.get(problem.code)?.(problem, called);
  const named = fix?.replaceAll(/`[^`]*`/g, "").matchAll(/--([a-z][a-z-]*)/g) ?? [];
  return Array.from(named).every(([, name = ""]) => called.hasOption(name)) ? fix : undefined;
}

// A map, since the code is the service's to choose: no member of every object counts.
const fixes = new Map(Object.entries(ownFixes));

// The table of problems is loaded only here: most calls are not refused.
async function readFix({ code }: ProblemRecord): Promise<string> {
  const { problemTable } = await import("@lintel/contract/problems");
  return Object.hasOwn(problemTable, code)
    ? problemTable[code].fix
    : "Update the command: it does not know this answer.";
}

/** A call that no answer came to. */
export function explainNetworkFailure(failure: NetworkFailure, called: Called): Failure {
  return new Failure({
    exit: "incomplete",
    code: failure.code,
    what: `Could not ${called.doing}: no answer from ${called.url}.`,
    why: [`${failure.reason} (${failure.code})`],
    fix: chooseNetworkFix(failure, called),
    cause: failure,
  });
}

function chooseNetworkFix({ code }: NetworkFailure, { urlSource }: Called): string {
  if (isUntrusted(code)) {
    return "Let Node.js trust the authority: NODE_EXTRA_CA_CERTS=/path/to/ca.pem.";
  }
  if (isUnreached(code)) {
    return `Start the service, or correct the address (it is from ${urlSource}) with --url or LINTEL_URL.`;
  }
  return "Check that the service is up and that the network lets you through, then try again.";
}
