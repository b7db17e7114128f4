import { invalid, Problem } from "../../platform/problem.ts";
import { readName } from "./file-names.rules.ts";
import { chooseSlug, toSlug } from "./slug.rules.ts";
import type { TargetItem } from "./sync-target.ts";

/**
 * Assigns the slugs of the items of one folder, by path: first unchanged ones, then those that a
 * file asks for, then those that follow from names.
 *
 * @param taken - by items of the folder that are not files
 */
export function chooseSlugs(
  items: readonly TargetItem[],
  isRoot: boolean,
  taken: Set<string>,
): Map<string, string> {
  const slugs = new Map<string, string>();
  const give = (item: TargetItem, slug: string) => {
    slugs.set(item.path, slug);
    taken.add(slug);
  };
  for (const item of items)
    if (item.said === null && item.node !== null) give(item, item.node.slug);
  for (const item of items)
    if (typeof item.said?.slug === "string")
      give(item, askFor(item, item.said.slug, isRoot, taken));
  for (const item of items) if (!slugs.has(item.path)) give(item, deriveSlug(item, isRoot, taken));
  return slugs;
}

function askFor(item: TargetItem, given: string, isRoot: boolean, taken: Set<string>): string {
  try {
    return chooseSlug(given, item.name, item.type, { taken, isRoot });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { path } = item;
    if (error.code === "SLUG_TAKEN")
      throw new Problem("SLUG_TAKEN", `${path}: ${error.detail}`, { ...error.members, path });
    const [first] = (error.members["errors"] ?? []) as { code: string; message: string }[];
    const message = `${path}: slug: ${first?.message ?? error.detail}`;
    throw invalid({ field: "files", code: first?.code ?? "slug", message });
  }
}

function deriveSlug(
  { name, type, node }: TargetItem,
  isRoot: boolean,
  taken: ReadonlySet<string>,
): string {
  const { stem } = readName(name);
  const base = toSlug(stem, type);
  const present = node?.slug ?? "";
  const isOfName =
    present === base ||
    (present.startsWith(`${base}-`) && /^-\d+$/.test(present.slice(base.length)));
  if (isOfName && !taken.has(present) && !(isRoot && present === "v")) return present;
  return chooseSlug(undefined, stem, type, { taken, isRoot });
}
