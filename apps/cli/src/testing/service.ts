import type { AddressInfo } from "node:net";
import { createClient, type Client } from "@lintel/client/create-client";
import { makeOrganization, makeProject } from "@lintel/server/testing/factories";
import { buildTestApp, type TestApp, type TestAppOptions } from "@lintel/server/testing/test-app";

/** The real service on a port, with its own organization and project. */
export interface Service extends AsyncDisposable {
  readonly url: string;
  readonly key: string;
  readonly organization: { readonly id: string; readonly region: "eu" | "us" };
  readonly projectId: string;
  readonly client: Client;
  makeEnvironment(fields: EnvironmentFields): Promise<string>;
  pushSuite(yaml: string): Promise<string>;
  /** The organization's database, for data that no call can write any more. */
  database(): ReturnType<TestApp["cells"]["eu"]["platform"]["database"]>;
}

interface EnvironmentFields {
  readonly name: string;
  readonly baseUrl: string;
  readonly isReadOnly?: boolean;
}

export async function startService(
  options: TestAppOptions & { region?: "eu" | "us" } = {},
): Promise<Service> {
  const { region = "eu", ...rest } = options;
  const testApp = await buildTestApp({ name: "cli", ...rest });
  await testApp.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = testApp.app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const organization = await makeOrganization(testApp, { region });
  const projectId = await makeProject(testApp, organization, "Book Shop");
  const { key } = organization.owner;
  const client = createClient({ baseUrl: url, apiKey: key, region });
  return {
    url,
    key,
    organization,
    projectId,
    client,
    async makeEnvironment(fields) {
      const made = await client.call("createEnvironment", { projectId, ...fields });
      if (!made.ok) throw new Error(made.problem.detail);
      return made.value.id;
    },
    async pushSuite(yaml) {
      const made = await client.call("importSuite", { projectId, yaml });
      if (!made.ok) throw new Error(made.problem.detail);
      return made.value.id;
    },
    database: () => testApp.cells[region].platform.database(),
    [Symbol.asyncDispose]: () => testApp.close(),
  };
}
