import type { Connection } from "../network/connect.ts";
import { fetchPages } from "./fetch-pages.ts";
import { isId, refuseMissing } from "./pick-item.ts";

/**
 * The ids of a suite's cases, which may be given by name.
 * @throws Failure if one does not exist.
 */
export async function findCases(
  connection: Connection,
  projectId: string,
  suiteId: string,
  wanted: readonly string[],
): Promise<string[]> {
  if (wanted.every(isId)) return [...new Set(wanted)];
  const present = await fetchPages((paging) =>
    connection.call("find the cases", "listCases", { projectId, suiteId, ...paging }),
  );
  const ids = new Map(present.map(({ name, id }) => [name, id]));
  const kind = { one: "case", many: "cases", where: "in the suite", listing: "lintel suites pull" };
  const found = wanted.map((text) => {
    const id = isId(text) ? text : ids.get(text);
    if (id === undefined) throw refuseMissing(kind, text, present);
    return id;
  });
  return [...new Set(found)];
}
