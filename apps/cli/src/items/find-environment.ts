import type { Connection } from "../network/connect.ts";
import { isId, refuseMissing, type FoundItem } from "./pick-item.ts";

/**
 * An environment by its id or name.
 * @throws Failure if there is none.
 */
export async function findEnvironment(
  connection: Connection,
  projectId: string,
  wanted: string,
): Promise<FoundItem> {
  if (isId(wanted)) return { id: wanted, name: null };
  const present = await connection.call("find the environment", "listEnvironments", { projectId });
  const environment = present.find(({ name }) => name === wanted);
  if (environment !== undefined) return environment;
  const kind = {
    one: "environment",
    many: "environments",
    where: "in the project",
    listing: "lintel list environments",
    beginning: "lintel environments create NAME --base-url URL",
  };
  throw refuseMissing(kind, wanted, present);
}
