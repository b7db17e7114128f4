import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { invalid } from "../../platform/problem.ts";
import { selectUsable } from "./doc-asset.store.ts";
import { selectTexts } from "./doc-files.store.ts";
import { kindOf } from "./file-names.rules.ts";
import { buildTarget, needsReading, type Target } from "./sync-target.ts";
import type { Work } from "./sync-work.ts";

/** What the server does not have: texts of no stored file, and bytes that were not uploaded. */
export async function findNeeded(
  context: ProjectContext,
  { wanted, sent, tree }: Work,
): Promise<string[]> {
  const texts = new Set(
    Array.from(tree.files.values(), ({ kind, digest }) => (kind === "asset" ? "" : digest)),
  );
  const paths = [...wanted.keys()];
  const assets = paths.filter((path) => kindOf(path) === "asset");
  const digests = [...new Set(assets.map((path) => wanted.get(path) ?? ""))];
  const usable = await selectUsable(context.db, context, digests);
  return paths.filter((path) => {
    const digest = wanted.get(path) ?? "";
    if (kindOf(path) === "asset") return !usable.has(digest);
    return sent.get(path)?.text === undefined && !texts.has(digest);
  });
}

/** @throws Problem VALIDATION_FAILED if a text or an asset is missing. */
export async function readTarget(context: ProjectContext, work: Work): Promise<Target> {
  const needed = await findNeeded(context, work);
  if (needed.length > 0) {
    const errors = needed.slice(0, 20).map((path) => ({
      field: "files",
      code: kindOf(path) === "asset" ? "ASSET_MISSING" : "TEXT_MISSING",
      message:
        kindOf(path) === "asset"
          ? `${path} is not uploaded yet: upload its bytes, then sync again.`
          : `${path} is new here: send its text.`,
    }));
    throw invalid(...errors);
  }
  const { wanted, tree, comparison } = work;
  const texts = await readTexts(context, work);
  return buildTarget({
    wanted,
    tree,
    moves: comparison.moved,
    textOf: (path) => texts.get(wanted.get(path) ?? "") ?? "",
  });
}

/** Texts by digest: the ones that were sent, those of folders, and those of moved pages. */
async function readTexts(
  { db }: ProjectContext,
  { wanted, sent, tree, place }: Work,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const { digest, text } of tree.files.values()) if (text !== null) texts.set(digest, text);
  for (const { digest, text } of sent.values()) if (text !== undefined) texts.set(digest, text);
  const pages = new Map<string, string>();
  for (const { kind, digest, node } of tree.files.values())
    if (kind === "page" && node !== null) pages.set(digest, node.id);
  const ids = new Set<string>();
  for (const [path, digest] of wanted) {
    if (kindOf(path) === "asset" || texts.has(digest)) continue;
    const node = tree.files.get(path)?.node ?? null;
    if (kindOf(path) === "page" && !needsReading({ wanted, tree }, path, node)) continue;
    const id = pages.get(digest);
    if (id !== undefined) ids.add(id);
  }
  const read = await selectTexts(db, place, [...ids]);
  for (const [digest, id] of pages) {
    const text = read.get(id);
    if (text !== undefined) texts.set(digest, text);
  }
  return texts;
}
