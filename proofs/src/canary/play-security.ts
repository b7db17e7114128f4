import type { OperationName } from "@lintel/contract/catalog";

type Fields = Readonly<Record<string, unknown>>;
type Must = (name: OperationName, key: string, fields?: Fields) => Promise<Fields>;

/** Calls the operations of security scans successfully, with a secret in every kind of identity. */
export async function playSecurity(
  must: Must,
  key: string,
  targetUrl: string,
  secret: string,
): Promise<void> {
  const { id: projectId } = await must("createProject", key, { name: "Scans" });
  const inProject = (name: OperationName, fields: Fields = {}) =>
    must(name, key, { projectId, ...fields });
  const { id: environmentId } = await inProject("createEnvironment", {
    name: "Staging",
    baseUrl: targetUrl,
  });
  const auths = [
    { type: "bearer", token: secret },
    { type: "basic", username: "u", password: secret },
    { type: "key", in: "query", name: "k", value: secret },
    { type: "clientCredentials", tokenPath: "/token", clientId: "c", clientSecret: secret },
    { type: "login", path: "/login", body: { password: secret } },
    { type: "form", path: "/login", fields: { password: secret } },
    { type: "refreshToken", tokenPath: "/token", tokens: { refreshToken: secret } },
  ];
  const identities = auths.map((auth) => ({ name: auth.type, auth }));
  const profile = await inProject("createScanProfile", {
    name: "Nightly",
    environmentId,
    documentUrl: `${targetUrl}/openapi.json`,
    identities,
  });
  const profileId = profile["id"];
  await inProject("listScanProfiles");
  await inProject("listScanners");
  const { rowVersion } = await inProject("getScanProfile", { profileId });
  await inProject("updateScanProfile", { profileId, identities, rowVersion });
  await inProject("listScanRuns");
  await inProject("listFindings");
  await inProject("triageFindings", { query: {}, change: { status: "fixed" } });
  await inProject("exportFindingsSarif");
  await inProject("exportFindings");
  const { id: runId } = await inProject("runScanProfile", { profileId });
  await inProject("getScanRun", { runId });
  await inProject("cancelScanRun", { runId });
  await inProject("getScanRunDetails", { runId });
  await inProject("deleteScanProfile", { profileId });
}
