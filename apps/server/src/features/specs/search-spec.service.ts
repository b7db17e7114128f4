import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { searchSpec } from "@lintel/contract/operations/spec-search";
import { findNewestVersion, findVersion } from "../../domain/design/version-sight.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { readPaging, type Paging } from "../../platform/paging.ts";
import { selectFinds } from "./search-spec.store.ts";

/** Characters shown on each side of a word. */
const excerptReach = 80;

/** What of a version holds every word of the query. */
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
  // No row says how many there are where the page is behind the last of them.
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

/** Null where no word is in the text, or only beyond what was read of it. */
function cutExcerpt(body: string, words: readonly string[]): string | null {
  const lower = body.toLowerCase();
  // A text whose lower case is longer has other places; it is shown from its start.
  const at = Math.min(...words.map((word) => lower.indexOf(word)).filter((found) => found !== -1));
  if (!Number.isFinite(at)) return null;
  const start = Math.max(0, at - excerptReach);
  const end = at + excerptReach;
  const cut = body.slice(start, end).toWellFormed().replaceAll(/\s+/gu, " ").trim();
  return `${start > 0 ? "… " : ""}${cut}${end < body.length ? " …" : ""}`;
}
