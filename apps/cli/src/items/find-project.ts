import { usageFailure } from "../outcome/failure.ts";
import type { Connection } from "../network/connect.ts";
import type { Settings } from "../settings/resolve-settings.ts";
import { fetchPages } from "./fetch-pages.ts";
import { isId, refuseMissing, type FoundItem } from "./pick-item.ts";

/** The maximum size of a page. */
const pageSize = 100;

const doing = "find the project";

/**
 * The project of the settings, by id, name or slug.
 * @throws Failure if none is set or it does not exist.
 */
export async function findProject(connection: Connection, settings: Settings): Promise<FoundItem> {
  const wanted = settings.find("project")?.value;
  if (wanted === undefined) {
    throw usageFailure(
      "No project is set.",
      "Add --project NAME, set LINTEL_PROJECT, or store it: lintel config set project NAME. `lintel list projects` shows them.",
    );
  }
  return findProjectBy(connection, wanted);
}

/** @throws Failure if there is none. */
export async function findProjectBy(connection: Connection, wanted: string): Promise<FoundItem> {
  if (isId(wanted)) return { id: wanted, name: null };
  // One page contains all projects of most organizations, and so both names and slugs.
  const { items, totalCount } = await connection.call(doing, "listProjects", { take: pageSize });
  const isWhole = totalCount <= items.length;
  const named = isWhole
    ? items.filter(({ name }) => name === wanted)
    : (await connection.call(doing, "listProjects", { name: wanted, take: 1 })).items;
  const [project] = named;
  if (project !== undefined) return project;
  const present = isWhole
    ? items
    : await fetchPages((paging) => connection.call(doing, "listProjects", paging), 500);
  const bySlug = present.find(({ slug }) => slug === wanted);
  if (bySlug !== undefined) return bySlug;
  const kind = {
    one: "project",
    many: "projects",
    where: "",
    listing: "lintel list projects",
    beginning: "lintel projects create NAME",
  };
  throw refuseMissing(kind, wanted, present);
}
