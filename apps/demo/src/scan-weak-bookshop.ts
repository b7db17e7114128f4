import { demoCustomers } from "@lintel/bookshop/store/demo-credentials";
import type { Client } from "@lintel/client/create-client";
import { reachBookshop } from "./reach-bookshop.ts";
import { unwrap } from "./unwrap.ts";

/** The switches of the second sample API, which the scan finds. */
export const demoWeaknesses = ["bola", "excessive-data", "search-injection", "open-cors"];

const environment = "with weaknesses";

/** The name of the scan profile, as the command takes it. */
export const scanProfile = "Bookshop with weaknesses";

const identities = Object.entries(demoCustomers).map(([name, { email, password, role }]) => ({
  name,
  role,
  rank: role === "admin" ? 1 : 0,
  auth: { type: "login" as const, path: "/customers/login", body: { email, password } },
}));

/** Creates a scan profile of a bookshop with weaknesses. Returns whether it is new. */
export async function ensureScanProfile(
  client: Client,
  projectId: string,
  bookshop: string,
): Promise<boolean> {
  const present = unwrap(await client.call("listScanProfiles", { projectId }));
  if (present.some(({ name }) => name === scanProfile)) return false;
  const environmentId = unwrap(
    await client.call("createEnvironment", {
      projectId,
      name: environment,
      type: "development",
      ...reachBookshop(bookshop),
    }),
  ).id;
  unwrap(
    await client.call("createScanProfile", {
      projectId,
      name: scanProfile,
      environmentId,
      documentUrl: `${bookshop}/openapi.yaml`,
      identities,
      // Everything in the sample API is there to be tried, and it runs on this machine.
      isDisposable: true,
      requestsPerSecond: 200,
    }),
  );
  return true;
}
