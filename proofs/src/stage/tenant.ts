import path from "node:path";
import { sendToServer } from "@lintel/server/transports/admin/admin-client";
import { createLedger, type Ledger } from "./ledger.ts";

/** An organization with load, and everything that is known about it. */
export interface Tenant {
  readonly slug: string;
  readonly organizationId: string;
  readonly projectId: string;
  /** Keys of owners, each of another user, because budgets belong to users. */
  readonly keys: readonly string[];
  /** The suite and the environment of runs. */
  readonly suiteId: string;
  readonly environmentId: string;
  /** The suite in which cases are added and changed. */
  readonly caseSuiteId: string;
  readonly ledger: Ledger;
  /** The head of its audit chain at the last verification. */
  auditHead: string | null;
}

/** The number of cases of the suite that runs. */
export const casesOfRun = 5;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Calls an operation as the operator, through the socket of the server. @throws Error if no server
 * answers, or if it refuses.
 */
export async function callAsOperator(
  folder: string,
  operation: string,
  organization: string | null,
  fields: Fields,
): Promise<Fields> {
  const request = { operation, region: "eu", organization, operator: "proof", fields };
  const answer = await sendToServer(path.join(folder, "admin.sock"), request);
  if (answer?.status === 200) return answer.body["output"] as Fields;
  throw new Error(`${operation} by the operator: ${JSON.stringify(answer?.body ?? "no server")}`);
}

export interface TenantOptions {
  readonly tag: string;
  readonly users: number;
  readonly url: string;
  readonly folder: string;
  readonly targetUrl: string;
}

/** Creates an organization with its users and a suite to run against the target. */
export async function makeTenant(options: TenantOptions): Promise<Tenant> {
  const { tag, users, folder, targetUrl } = options;
  const owner = (at: number) => `owner${at}-${tag}@example.com`;
  const made = await callAsOperator(folder, "createOrganization", null, {
    name: `Organization ${tag}`,
    slug: tag,
    ownerEmail: owner(0),
    ownerName: "Owner 0",
  });
  const act = (operation: string, fields: Fields) => callAsOperator(folder, operation, tag, fields);
  const keys: string[] = [];
  const keyIds: string[] = [];
  for (let at = 0; at < users; at += 1) {
    const [userId, name] = [owner(at), `Owner ${at}`];
    if (at > 0) await act("addMember", { email: userId, name, role: "owner" });
    const { key, id } = await act("createApiKey", { userId, name: "load" });
    keys.push(String(key));
    keyIds.push(String(id));
  }
  const projectId = String((await act("createProject", { name: "Proof" }))["id"]);
  const post = (place: string, body: Fields) =>
    send(`${options.url}/api/projects/${projectId}/${place}`, keys[0] ?? "", body);
  const environment = await post("environments", { name: "target", baseUrl: targetUrl });
  const suite = await post("suites/import", { yaml: JSON.stringify(suiteToRun) });
  const cases = await post("suites", { name: "cases" });
  const fixtures = [environment["id"], suite["id"], cases["id"], ...keyIds].map(String);
  return {
    slug: tag,
    organizationId: String((made["organization"] as Fields)["id"]),
    projectId,
    keys,
    suiteId: String(suite["id"]),
    environmentId: String(environment["id"]),
    caseSuiteId: String(cases["id"]),
    ledger: createLedger(tag, fixtures),
    auditHead: null,
  };
}

// The caller of a run sets the wait of each case, so that kills happen at all stages of runs.
const suiteToRun = {
  name: "run",
  variables: { ms: 10 },
  cases: Array.from({ length: casesOfRun }, (_, at) => ({
    name: `Case ${at}`,
    request: { method: "GET", url: "/slow?ms={{ms}}" },
    assertions: [{ source: "status", operator: "equals", expected: 200 }],
  })),
};

async function send(url: string, key: string, body: Fields): Promise<Fields> {
  const headers = { "content-type": "application/json", "x-api-key": key };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST ${url}: ${response.status} ${text}`);
  return JSON.parse(text) as Fields;
}
