import type { Block } from "../blocks/block.types.ts";
import type { TagEntry } from "../plan/reference.types.ts";
import { writeExternalDocs } from "../schema/list-facts.ts";
import { linkOperation, linkPage } from "./list-links.ts";

/** The overview of a tag: its description, its operations and the tags below it. */
export function describeTag(tag: TagEntry, newId: (name: string) => string): Block[] {
  const docs = writeExternalDocs(tag.externalDocs);
  const list = (text: string, items: Extract<Block, { kind: "links" }>["items"]): Block[] =>
    items.length === 0
      ? []
      : [
          { kind: "heading", level: 2, id: newId(text), text },
          { kind: "links", items },
        ];
  return [
    ...(tag.description === null ? [] : [{ kind: "prose", markdown: tag.description } as const]),
    ...(docs === null ? [] : [{ kind: "line", tone: "plain", line: docs } as const]),
    ...list("Operations", tag.operations.map(linkOperation)),
    ...list("Groups", tag.children.map(linkPage)),
  ];
}
