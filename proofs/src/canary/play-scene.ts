import { reportFormats } from "@lintel/contract/shapes/test-names.generated";
import { allOperations, type OperationName } from "@lintel/contract/catalog";
import { pathNames } from "@lintel/contract/wire";
import type { Caller } from "./caller.ts";
import { playDesigns } from "./play-designs.ts";
import { playDocs } from "./play-docs.ts";
import { playSecurity } from "./play-security.ts";
import { playWebhooks } from "./play-webhooks.ts";

/** The secrets that callers send. */
export interface SceneSecrets {
  readonly variable: string;
  readonly oddVariable: string;
  readonly override: string;
  readonly clientSecret: string;
  readonly identity: string;
}

type Fields = Readonly<Record<string, unknown>>;

const owner = { email: "owner@example.com", name: "Olive" };

/**
 * Calls every operation of the catalog, successfully and refused, with secrets in every possible
 * place. @returns the created keys
 */
export async function playScene(
  caller: Caller,
  targetUrl: string,
  secrets: SceneSecrets,
): Promise<string[]> {
  const must = async (name: OperationName, key: string, fields?: Fields): Promise<Fields> => {
    const { isSuccess, body, text } = await caller.call(name, key, fields);
    if (!isSuccess) throw new Error(`${name} was refused: ${text}`);
    return body;
  };
  const key = await makeOrganization(caller);
  const keys = [key, ...(await useAccounts(caller, must, key))];
  const place = await makeTests(must, key, targetUrl, secrets);
  await runTests(caller, must, key, place, secrets);
  await changeTests(must, key, place);
  await playDesigns(must, key);
  await playDocs(must, key);
  await playSecurity(must, key, targetUrl, secrets.identity);
  keys.push(...(await playWebhooks(must, key, targetUrl)));
  await readEvents(caller, key);
  await refuseEverything(caller, key, secrets.variable);
  return keys;
}

type Must = (name: OperationName, key: string, fields?: Fields) => Promise<Fields>;

async function makeOrganization(caller: Caller): Promise<string> {
  const ownerFlags = ["--owner-email", owner.email, "--owner-name", owner.name];
  await caller.command("createOrganization", "--name", "Acme", "--slug", "acme", ...ownerFlags);
  await caller.command("createOrganization", "--name", "Acme", "--slug", "acme", ...ownerFlags);
  await caller.command("listOrganizations");
  await caller.command("setOrganizationPlan", "--org", "acme", "--plan", "pro");
  await caller.command("setOrganizationPlan", "--org", "nobody", "--plan", "pro");
  await caller.command("listOrganizations", "--region", "nowhere");
  await caller.command("addOwner", "--org", "acme", "--email", owner.email, "--name", owner.name);
  await caller.command("addOwner", "--org", "nobody", "--email", owner.email, "--name", owner.name);
  const made = await caller.command(
    "createApiKey",
    "--org",
    "acme",
    "--user-id",
    owner.email,
    "--name",
    "first",
  );
  if (!made.isSuccess) throw new Error(made.text);
  await caller.command("verifyAuditLog", "--org", "acme");
  await caller.command("verifyAuditLog", "--org", "nobody");
  return String(made.body["key"]);
}

async function useAccounts(caller: Caller, must: Must, key: string): Promise<string[]> {
  await must("getCaller", key);
  const organization = await must("getOrganization", key);
  await must("updateOrganization", key, { name: "Acme 2", rowVersion: organization["rowVersion"] });
  const member = await must("addMember", key, {
    email: "m@example.com",
    name: "M",
    role: "member",
  });
  const { userId } = member;
  await must("listMembers", key);
  await must("getMember", key, { userId });
  await must("updateMember", key, { userId, role: "admin", rowVersion: member["rowVersion"] });
  const project = await must("createProject", key, { name: "Away" });
  const projectId = project["id"];
  await must("listProjects", key);
  await must("getProject", key, { projectId });
  await must("updateProject", key, { projectId, name: "Far", rowVersion: project["rowVersion"] });
  await must("setProjectRole", key, { projectId, userId, role: "viewer" });
  await must("listProjectRoles", key, { projectId });
  await must("clearProjectRole", key, { projectId, userId });
  await must("deleteProject", key, { projectId });
  await must("removeMember", key, { userId });
  const staging = await must("createStagingToken", key, { name: "agent" });
  const second = await must("createApiKey", key, { name: "second" });
  const id = second["id"];
  await must("listApiKeys", key);
  await must("getApiKey", key, { id });
  await must("updateApiKey", key, { id, name: "renamed", rowVersion: second["rowVersion"] });
  await must("revokeApiKey", key, { id });
  const robot = await must("createServiceAccount", key, { name: "Robot", role: "member" });
  await must("listServiceAccounts", key);
  await must("getServiceAccount", key, { id: robot["id"] });
  await must("updateServiceAccount", key, {
    id: robot["id"],
    name: "Other robot",
    rowVersion: robot["rowVersion"],
  });
  await must("deleteServiceAccount", key, { id: robot["id"] });
  // A revoked key is still a secret.
  await caller.call("getCaller", String(second["key"]));
  await must("listAuditEntries", key);
  await must("exportAuditLog", key);
  return [String(second["key"]), String(staging["token"])];
}

interface Place {
  readonly projectId: unknown;
  readonly environmentId: unknown;
  readonly suiteId: unknown;
  readonly caseIds: readonly unknown[];
}

/** Cases with secrets in every part of a request; some of them fail. */
function casesOf(clientId: string): Fields[] {
  const secret = "{{secret}}";
  const post = {
    method: "POST",
    headers: { "x-secret": secret },
    query: { q: secret, odd: "{{odd}}" },
  };
  const expectOk = [{ source: "status", operator: "equals", expected: 200 }];
  const expectOther = [
    { source: "jsonPath", path: "$.body", operator: "equals", expected: "other" },
    { source: "header", name: "x-heard", operator: "equals", expected: "other" },
    { source: "body", operator: "contains", expected: "what nobody says" },
  ];
  const token = [{ name: "session", source: "jsonPath", path: "$.token", isSecret: true }];
  const named = (name: string, url: string, rest: Fields = {}, more: Fields = {}): Fields => ({
    name,
    request: { ...post, url, ...rest },
    assertions: expectOk,
    ...more,
  });
  return [
    named(
      "json",
      "/ok",
      { body: { type: "json", value: { a: secret, b: "{{odd}}" } } },
      { extractions: token },
    ),
    named("form", "/ok", { body: { type: "form", fields: { a: secret, b: "{{odd}}" } } }),
    named("text", "/ok", { body: { type: "text", text: `<a>${secret}{{odd}}</a>` } }),
    named("basic", "/ok", { auth: { type: "basic", username: "u", password: secret } }),
    named("bearer", "/ok", { auth: { type: "bearer", token: "{{odd}}" } }),
    named("query key", "/ok", { auth: { type: "apiKey", in: "query", name: "k", value: secret } }),
    named("oauth", "/ok", { auth: { type: "oauth2", clientId, clientSecret: "{{client}}" } }),
    named("session", "/ok", { headers: { "x-secret": "{{session}}" } }),
    named("failing", "/ok", { body: { type: "json", value: secret } }, { assertions: expectOther }),
    named("refused", "/fail", { body: { type: "json", value: "{{odd}}" } }),
    named("broken", "/cut"),
    named("in the path", `/ok/${secret}`),
    named("elsewhere", "http://127.0.0.1:1/x"),
  ];
}

async function makeTests(
  must: Must,
  key: string,
  targetUrl: string,
  secrets: SceneSecrets,
): Promise<Place> {
  const { id: projectId } = await must("createProject", key, { name: "Shop" });
  const variables = [
    { name: "secret", value: secrets.variable, isSecret: true },
    { name: "odd", value: secrets.oddVariable, isSecret: true },
    { name: "client", value: secrets.clientSecret, isSecret: true },
  ];
  const environment = await must("createEnvironment", key, {
    projectId,
    name: "Staging",
    baseUrl: targetUrl,
    variables,
    oauthTokenUrl: `${targetUrl}/token`,
  });
  const environmentId = environment["id"];
  const { rowVersion } = environment;
  await must("updateEnvironment", key, { projectId, environmentId, variables, rowVersion });
  await must("getEnvironment", key, { projectId, environmentId });
  const addresses = [{ host: "api.example.com" }];
  await must("setEnvironmentRoute", key, { projectId, environmentId, addresses });
  await must("getEnvironmentRoute", key, { projectId, environmentId });
  await must("getTrafficRules", key, { projectId, environmentId });
  await must("listEnvironments", key, { projectId });
  await must("reorderEnvironments", key, { projectId, ids: [environmentId] });
  const { id: suiteId } = await must("createSuite", key, { projectId, name: "Secrets" });
  const caseIds: unknown[] = [];
  for (const one of casesOf("lintel"))
    caseIds.push((await must("createCase", key, { projectId, suiteId, ...one }))["id"]);
  return { projectId, environmentId, suiteId, caseIds };
}

async function runTests(
  caller: Caller,
  must: Must,
  key: string,
  place: Place,
  secrets: SceneSecrets,
): Promise<void> {
  const { projectId, environmentId, suiteId } = place;
  const target = { projectId, environmentId, suiteId };
  const overrides = [
    {},
    { authOverride: { type: "bearer", token: secrets.override } },
    { authOverride: { type: "basic", username: "u", password: secrets.override } },
    { authOverride: { type: "apiKey", in: "query", name: "k", value: secrets.override } },
  ];
  const request = { method: "GET", url: "/echo", headers: { "X-Token": "{{secret}}" } };
  const sent = await must("sendRequest", key, { projectId, environmentId, request });
  const view = await must("createSavedView", key, {
    projectId,
    list: "runs",
    name: "Failed",
    search: { state: "failed" },
  });
  await must("listSavedViews", key, { projectId });
  const { rowVersion } = view;
  await must("updateSavedView", key, { projectId, viewId: view["id"], rowVersion, name: "Red" });
  await must("deleteSavedView", key, { projectId, viewId: view["id"] });
  await must("search", key, { query: "secrets" });
  const tabId = crypto.randomUUID();
  await must("notePresence", key, { projectId, tabId, placeType: "suite", placeId: suiteId });
  await must("listSentRequests", key, { projectId });
  await must("getSentRequest", key, { projectId, requestId: sent["id"] });
  await must("deleteSentRequest", key, { projectId, requestId: sent["id"] });
  await must("clearSentRequests", key, { projectId });
  for (const override of overrides) {
    for (const reportFormat of reportFormats) {
      const run = await must("runSuite", key, { ...target, ...override, reportFormat });
      const id = run["testRunId"];
      for (const format of reportFormats) await must("getRunReport", key, { id, format });
      await must("getRunStatus", key, { id });
    }
  }
  // Refused before anything runs, with the secret in the request.
  await caller.call("runSuite", key, {
    ...target,
    authOverride: { type: "bearer", token: secrets.override },
    tags: ["none"],
  });
  const progressRunId = crypto.randomUUID();
  await must("runSuite", key, {
    ...target,
    progressRunId,
    authOverride: overrides[1]?.authOverride,
    delayMs: 200,
  });
  await must("cancelRun", key, { projectId, id: progressRunId });
  await must("getRunStatus", key, { id: progressRunId, waitMs: 10_000 });
  await must("listRunResults", key, { projectId, runId: progressRunId });
  await must("listRunCases", key, { projectId, runId: progressRunId });
  const pair = { runId: progressRunId, otherRunId: progressRunId };
  await must("compareRuns", key, { projectId, ...pair });
  await must("listCaseHistories", key, { projectId, suiteId: target["suiteId"] });
  await must("listRuns", key, { projectId });
  const link = await must("createReportLink", key, { projectId, runId: progressRunId });
  await must("listReportLinks", key, { projectId });
  await must("revokeReportLink", key, { projectId, linkId: link["id"] });
}

async function changeTests(must: Must, key: string, place: Place): Promise<void> {
  const { projectId, environmentId, suiteId, caseIds } = place;
  const at = { projectId, suiteId };
  await must("listSuites", key, { projectId });
  await must("listCases", key, at);
  const [caseId] = caseIds;
  const one = await must("getCase", key, { ...at, caseId });
  const { name, request, rowVersion } = one;
  await must("updateCase", key, { ...at, caseId, name, request, rowVersion });
  await must("reorderCases", key, { ...at, phase: "test", ids: caseIds.toReversed() });
  await must("deleteCase", key, { ...at, caseId });
  const suite = await must("getSuite", key, at);
  await must("updateSuite", key, { ...at, description: "d", rowVersion: suite["rowVersion"] });
  await must("exportSuite", key, at);
  const yaml = "name: From a file\ncases:\n  - name: One\n    request: {method: GET, url: /ok}\n";
  const { id } = await must("importSuite", key, { projectId, yaml });
  await must("reorderSuites", key, { projectId, folder: "", ids: [id, suiteId] });
  await must("deleteSuite", key, { projectId, suiteId: id });
  await must("deleteEnvironment", key, { projectId, environmentId });
}

/** Every event of the scene, from the first one on. */
async function readEvents(caller: Caller, key: string): Promise<void> {
  const { text } = await caller.call("streamEvents", key);
  const epoch = /^id: ([\da-f-]+)\./m.exec(text)?.[1] ?? "";
  const all = await caller.call("streamEvents", key, { lastEventId: `${epoch}.0` });
  const changed = await caller.call("listActivity", key);
  if (!changed.isSuccess) throw new Error(`No activity came: ${changed.text}`);
  if (!all.text.includes("event: run.completed")) throw new Error(`No events came: ${all.text}`);
}

const nothing = "00000000-0000-7000-8000-000000000000";

/** Every operation again, with a secret in a wrong place, because refusals quote values. */
async function refuseEverything(caller: Caller, key: string, secret: string): Promise<void> {
  for (const { name, rest } of allOperations) {
    if (rest === undefined) continue;
    const ids = Object.fromEntries(pathNames(rest.path).map((one) => [one, nothing]));
    await caller.call(name as OperationName, key, {
      ...ids,
      nonsense: secret,
      name: { wrong: secret },
      take: secret,
    });
  }
}
