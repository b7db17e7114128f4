import type { Api } from "../../api/api.ts";
import type { useVersionPlace } from "../../design/use-version.ts";
import type { Tag } from "./tag.types.ts";

/**
 * Describes a deleted tag again, at its position, with the tags that were in it. Endpoints have kept its label.
 *
 * @param before - all tags as they were before the deletion
 */
export async function restoreTag(
  api: Api,
  place: ReturnType<typeof useVersionPlace>["place"],
  tag: Tag,
  before: readonly Tag[],
): Promise<void> {
  const texts = { summary: tag.summary, parent: tag.parent, kind: tag.kind };
  const { id } = await api.call("createTag", {
    ...place,
    name: tag.name,
    description: tag.description,
    icon: tag.icon,
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== null)),
  });
  const { items } = await api.call("listTags", { ...place, take: 100 });
  for (const below of before.filter(({ parent }) => parent === tag.name)) {
    const now = items.find((each) => each.id === below.id);
    if (now === undefined) continue;
    const { rowVersion } = now;
    await api.call("updateTag", { ...place, tagId: now.id, rowVersion, parent: tag.name });
  }
  const order = items.map((each) => each.id).filter((each) => each !== id);
  const at = before.findIndex((each) => each.id === tag.id);
  await api.call("reorderTags", { ...place, ids: order.toSpliced(at, 0, id) });
}
