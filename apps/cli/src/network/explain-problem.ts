import type { ProblemRecord } from "@lintel/client/problem-record";
import type { Exit } from "../outcome/exit-codes.ts";
import { Failure } from "../outcome/failure.ts";
import { deprecationFixes, listViolations } from "./explain-deprecation.ts";
import { isUntrusted, isUnreached, type NetworkFailure } from "./network-failure.ts";

/** The context of a failed call, for the explanation. */
export interface Called {
  /** What was wanted, as in "could not list the suites". */
  readonly doing: string;
  readonly url: string;
  readonly urlSource: string;
  readonly region: "eu" | "us";
  /** Whether the command has an option with this name. */
  readonly hasOption: (name: string) => boolean;
}

/** The context of a call that was refused. */
export interface Refused extends Called {
  readonly credentialKind: "key" | "signIn";
}

/** Explains a refusal in the terms of the command line. */
export async function explainProblem(problem: ProblemRecord, called: Refused): Promise<Failure> {
  const fields = {
    exit: chooseExit(problem),
    code: problem.code,
    cause: problem,
  };
  if (problem.isForeign === true) return explainForeign(problem, called, fields);
  if (isBelowPath(problem, called)) return explainPath(called, fields);
  const violations = listViolations(problem).map(({ message }) => message);
  const why = [
    ...(problem.errors ?? []).map(({ field, message }) => `${field}: ${message}`),
    ...violations,
  ];
  if (problem.requestId !== "" && problem.status >= 500) why.push(`request ${problem.requestId}`);
  return new Failure({
    ...fields,
    what: `Could not ${called.doing}: ${await describe(problem, violations.length > 0)}`,
    why,
    fix: chooseFix(problem, called) ?? (await readFix(problem)),
  });
}

/** What happened, without what is said below it: the reasons and the advice. */
async function describe(problem: ProblemRecord, hasViolations: boolean): Promise<string> {
  const isAdvice = problem.detail === (await readFix(problem));
  return isAdvice || hasViolations ? `${problem.title}.` : cutErrors(problem);
}

// A detail may repeat the first of the errors, which are listed below it.
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

/** A conflict with an earlier change: the local files are unchanged, and nothing was changed on the server. */
const docsConflicts: ReadonlySet<string> = new Set(["DOCS_CONFLICT", "PAGE_LOCKED"]);

/** Whether the request failed because the configured address has a path. */
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
    fix: `Omit the path: ${origin}. Set it with --url or LINTEL_URL.`,
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
    what: `Could not ${called.doing}: ${called.url} answers with HTTP ${problem.status}, which is not an answer of Lintel.`,
    why: said,
    fix:
      problem.status >= 500
        ? "A proxy in front of the service may have failed: try again in a moment."
        : `Check the address (it is from ${called.urlSource}); set it with --url or LINTEL_URL.`,
  });
}

const newKey =
  "Create a new key on the page of your account and set LINTEL_API_KEY, or run `lintel login`.";

type Fix = (problem: ProblemRecord, called: Refused) => string;

const ownFixes: Readonly<Record<string, Fix>> = {
  ...deprecationFixes,
  API_KEY_INVALID: (_, { region }) =>
    region === "eu"
      ? "Check the key. If the organization is in the US region, add --region us or set LINTEL_REGION=us."
      : "Check the key. If the organization is in the EU region, add --region eu or unset LINTEL_REGION.",
  API_KEY_MISSING: () => "Run `lintel login`, or set LINTEL_API_KEY.",
  API_KEY_EXPIRED: () => newKey,
  API_KEY_REVOKED: () => newKey,
  API_KEY_SCOPE_DENIED: ({ requiredScope }, { credentialKind }) => {
    const name = typeof requiredScope === "string" ? `${requiredScope} ` : "";
    return credentialKind === "key"
      ? `Add the permission ${name}to the key, or use another key.`
      : `Run \`lintel login\` and allow the permission ${name}there, or use an API key that has it.`;
  },
  DOCS_CONFLICT: () =>
    "Your files were not changed. `lintel docs pull --merge` merges both sides; `lintel docs push --force` overwrites the server's files and keeps them in .lintel.",
  PAGE_LOCKED: () =>
    "Your files were not changed. Push again when the page is not locked: a lock expires five minutes after its last use.",
  NOT_FOUND: () =>
    "Check the id and the project; `lintel list projects`, `lintel list suites`, `lintel list specs` and `lintel list environments` show what the key can access.",
  SUITE_EMPTY: () => "Add a case to the suite, enable one, or omit --tag and --case.",
  VALIDATION_FAILED: ({ errors = [] }) =>
    errors.some(({ code }) => code === "UNRESOLVED_VARIABLE")
      ? "Set the variables with --var name=value or --var-file, or in the environment."
      : "Correct the errors above and try again.",
  SPEC_INVALID: () => "Correct the errors in the document, and import it again.",
  NAME_TAKEN: () =>
    "Choose another name with --name, or merge into the existing specification with --spec NAME.",
  VERSION_EXISTS: () => "Choose another number with --new-version.",
  VERSION_LOCKED: () =>
    "The newest version is published and cannot change: create one with --new-version X.Y.Z.",
  RATE_LIMITED: (_, { hasOption }) =>
    `Wait a minute and try again${hasOption("timeout") ? ", or allow a longer wait with --timeout" : ""}; all keys of one user share one budget.`,
};

/**
 * The command's own advice, if the command has every option in it. Advice for other commands quotes the whole command.
 */
function chooseFix(problem: ProblemRecord, called: Refused): string | undefined {
  const fix = fixes.get(problem.code)?.(problem, called);
  const named = fix?.replaceAll(/`[^`]*`/g, "").matchAll(/--([a-z][a-z-]*)/g) ?? [];
  return Array.from(named).every(([, name = ""]) => called.hasOption(name)) ? fix : undefined;
}

// A map, because the service chooses the code: inherited members of an object must not match.
const fixes = new Map(Object.entries(ownFixes));

// The problem table is loaded only here, because most calls are not refused.
async function readFix({ code }: ProblemRecord): Promise<string> {
  const { problemTable } = await import("@lintel/contract/words/problems");
  return Object.hasOwn(problemTable, code)
    ? problemTable[code].fix
    : "Update lintel: this version does not know the answer.";
}

/** A call without an answer. */
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
  return "Check that the service is running and reachable over the network, then try again.";
}
