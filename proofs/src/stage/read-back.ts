import type { CallOf } from "@lintel/contract/operation";
import type { OperationName, Operations } from "@lintel/contract/catalog";
import { call, type Answer, type Caller } from "./call.ts";
import type { FoundRecord } from "./ledger.ts";
import type { Tenant } from "./tenant.ts";
import { readVersion } from "./read-version.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A record of the server with all its marks. */
export interface ReadRecord extends FoundRecord {
  readonly marks: readonly string[];
  readonly isRevoked: boolean;
}

/** An entry of the audit log, with its details. */
export interface ReadEntry {
  readonly sequence: number;
  readonly event: string;
  readonly result: string;
  readonly requestId: string | null;
  readonly target: { readonly type: string; readonly id: string | null } | null;
  readonly details: Fields;
}

/** The server could not be read although it should serve. */
class UnreadableError extends Error {}

/** The number of retries of a read, because rate limits and outages end. */
const maxTries = 40;

/** Reads until there is a response. @throws UnreadableError */
export async function read<Name extends OperationName>(
  caller: Caller,
  name: Name,
  input: CallOf<Operations[Name]>,
): Promise<Answer> {
  let answer: Answer | null = null;
  for (let tried = 0; tried < maxTries; tried += 1) {
    answer = await call(caller, name, input);
    if (answer.kind === "done" || answer.status === 404) return answer;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new UnreadableError(`${name} is answered ${answer?.status} ${answer?.text}`);
}

/** Every record of a tenant that the load writes. */
export async function readRecords(caller: Caller, tenant: Tenant): Promise<ReadRecord[]> {
  return [
    ...(await readEnvironments(caller, tenant)),
    ...(await readSuites(caller, tenant)),
    ...(await readCases(caller, tenant.projectId, tenant.caseSuiteId)).map(toCase),
    ...(await readKeys(caller)),
  ];
}

async function readEnvironments(caller: Caller, tenant: Tenant): Promise<ReadRecord[]> {
  const { projectId } = tenant;
  const list = await read(caller, "listEnvironments", { projectId });
  const ours = (list.value as unknown as Fields[]).filter(isMarked("environment "));
  return Promise.all(
    ours.map(async ({ id }) => {
      const { value } = await read(caller, "getEnvironment", {
        projectId,
        environmentId: String(id),
      });
      const variables = value["variables"] as Fields[];
      const inVariables = variables.map((variable) => String(variable["value"]));
      const inAddress = String(value["baseUrl"]).split("/").at(-1) ?? "";
      return toRecord("environment", value, [inAddress, ...inVariables]);
    }),
  );
}

async function readSuites(caller: Caller, tenant: Tenant): Promise<ReadRecord[]> {
  const { projectId } = tenant;
  const suites = await readPages(caller, "listSuites", { projectId });
  const ours = suites.filter((item) => isMarked("suite ")(item) || isMarked("file ")(item));
  return Promise.all(
    ours.map(async ({ id }) => {
      const suiteId = String(id);
      const { value } = await read(caller, "getSuite", { projectId, suiteId });
      if (isMarked("suite ")(value)) {
        const { mark } = value["variables"] as { mark: string };
        return toRecord("suite", value, [mark, String(value["description"])]);
      }
      const cases = await readCases(caller, projectId, suiteId);
      const inCases = cases.flatMap(({ description, request }) => [
        String(description),
        String((request as Fields)["url"]).slice(1),
      ]);
      const marks = [String(value["description"]), ...inCases];
      return { ...toRecord("file", value, marks), mark: marks[0] ?? "", marks };
    }),
  );
}

async function readCases(caller: Caller, projectId: string, suiteId: string): Promise<Fields[]> {
  return readPages(caller, "listCases", { projectId, suiteId });
}

function toCase(value: Fields): ReadRecord {
  const inRequest = String((value["request"] as Fields)["url"]).slice(1);
  return toRecord("case", value, [String(value["description"]), inRequest]);
}

async function readKeys(caller: Caller): Promise<ReadRecord[]> {
  const active = await readPages(caller, "listApiKeys", { status: "active" });
  const revoked = await readPages(caller, "listApiKeys", { status: "revoked" });
  return [...active, ...revoked].filter(isMarked("key ")).map((value) => {
    // Its name never changes: the version counts the revocation, which is checked separately.
    const isRevoked = value["revokedAt"] !== null;
    return { ...toRecord("key", value, []), version: 1, isRevoked };
  });
}

/** Every run in the list of the tenant. */
export function readRuns(caller: Caller, { projectId }: Tenant): Promise<Fields[]> {
  return readPages(caller, "listRuns", { projectId });
}

/** The complete audit log of the tenant, oldest first. */
export async function readEntries(caller: Caller): Promise<ReadEntry[]> {
  const { text } = await read(caller, "exportAuditLog", {});
  return JSON.parse(text) as ReadEntry[];
}

async function readPages<Name extends OperationName>(
  caller: Caller,
  name: Name,
  input: CallOf<Operations[Name]>,
): Promise<Fields[]> {
  const items: Fields[] = [];
  for (;;) {
    const page = await read(caller, name, { ...input, skip: items.length, take: 100 });
    const found = page.value["items"] as Fields[];
    items.push(...found);
    if (found.length === 0 || items.length >= Number(page.value["totalCount"])) return items;
  }
}

function isMarked(prefix: string) {
  return (value: Fields) => String(value["name"]).startsWith(prefix);
}

function toRecord(kind: ReadRecord["kind"], value: Fields, marks: readonly string[]): ReadRecord {
  const mark = String(value["name"]).split(" ").at(-1) ?? "";
  const all = [mark, ...marks];
  const id = String(value["id"]);
  return { kind, id, version: readVersion(value), mark, marks: all, isRevoked: false };
}
