import { callAsOperator, post, type Fields } from "../scene/call-as-operator.ts";
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
  const postTo = (place: string, body: Fields) =>
    post(`${options.url}/api/projects/${projectId}/${place}`, keys[0] ?? "", body);
  const environment = await postTo("environments", { name: "target", baseUrl: targetUrl });
  const suite = await postTo("suites/import", { yaml: JSON.stringify(suiteToRun) });
  const cases = await postTo("suites", { name: "cases" });
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
