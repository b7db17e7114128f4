import type { SuiteItem } from "@lintel/contract/operations/suite";
import type { Connection } from "../network/connect.ts";
import { fetchPages } from "./fetch-pages.ts";
import { isId, refuseAmbiguous, refuseMissing, type FoundItem, type Item } from "./pick-item.ts";

const doing = "find the suite";

/**
 * A suite by its id, its name, or its folder and name.
 * @throws Failure if there is none, or more than one.
 */
export async function findSuite(
  connection: Connection,
  projectId: string,
  wanted: string,
): Promise<FoundItem> {
  if (isId(wanted)) return { id: wanted, name: null };
  const found = await findByName(connection, projectId, wanted);
  const suites = found.length > 0 ? found : await findByPath(connection, projectId, wanted);
  const [suite, another] = suites.map(toItem);
  const kind = {
    one: "suite",
    many: "suites",
    where: "in the project",
    listing: "lintel list suites",
    beginning: "lintel suites push FILE",
  };
  if (another !== undefined) throw refuseAmbiguous(kind, wanted, suites.map(toItem));
  if (suite !== undefined) return suite;
  const present = await fetchPages(
    (paging) => connection.call(doing, "listSuites", { projectId, ...paging }),
    500,
  );
  throw refuseMissing(kind, wanted, present.map(toItem));
}

async function findByName(connection: Connection, projectId: string, name: string) {
  if (name.length > 120) return [];
  return (await connection.call(doing, "listSuites", { projectId, name })).items;
}

async function findByPath(connection: Connection, projectId: string, wanted: string) {
  const slash = wanted.lastIndexOf("/");
  if (slash < 0) return [];
  const named = await findByName(connection, projectId, wanted.slice(slash + 1));
  return named.filter(({ folder }) => folder === wanted.slice(0, slash));
}

function toItem({ id, name, folder }: SuiteItem): Item {
  return { id, name: folder === "" ? name : `${folder}/${name}` };
}
