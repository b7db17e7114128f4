import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { searchSpec } from "@lintel/contract/operations/spec-search";
import { findNewestVersion, findVersion } from "../../domain/design/version-visibility.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { readPaging, type Paging } from "../../platform/paging.ts";
import { selectFinds } from "./search-spec.store.ts";

/** Characters shown on each side of a word. */
const excerptReach = 80;

/** The parts of a version that contain every word of the query. */
export async function searchVersion(
  context: ProjectContext,
  input: InputOf<typeof searchSpec>,
): Promise<OutputOf<typeof searchSpec>> {
  const { specId, versionId } = input;
  const version = await (versionId === undefined
    ? findNewestVersion(context, specId)
    : findVersion(context, specId, versionId));
  const words = input.query.toLowerCase().split(/\s+/u).filter(Boolean);
  const paging = readPaging(input);
  const find = (part: Paging) => selectFinds(context.db, version, words, input.kind, part);
  const rows = await find(paging);
  // Only rows carry the total, so a page after the last one needs another query.
  const counted = rows.length === 0 && paging.skip > 0 ? await find({ skip: 0, take: 1 }) : rows;
  return {
    items: rows.map(({ kind, id, endpointId, title, body }) => ({
      kind,
      id,
      endpointId,
      title,
      excerpt: cutExcerpt(body, words),
    })),
    totalCount: Number(counted[0]?.total ?? 0),
    ...paging,
  };
}

/** Null if no word is in the part of the text that was read. */
function cutExcerpt(body: string, words: readonly string[]): string | null {
  const lower = body.toLowerCase();
  // If the lower case of a text is longer, its offsets differ, so the excerpt is its beginning.
  const at = Math.min(...words.map((word) => lower.indexOf(word)).filter((found) => found !== -1));
  if (!Number.isFinite(at)) return null;
  const start = Math.max(0, at - excerptReach);
  const end = at + excerptReach;
  const cut = body.slice(start, end).toWellFormed().replaceAll(/\s+/gu, " ").trim();
  return `${start > 0 ? "… " : ""}${cut}${end < body.length ? " …" : ""}`;
}
