import { memberOf, textOf } from "@lintel/json/value";
import type { Block } from "../blocks/block.types.ts";
import type { PageEntry, ReferencePlan } from "../plan/reference.types.ts";
import { startWriting, writeBlocks } from "../write/write-html.ts";
import { writeMarkdown } from "../write/write-markdown.ts";
import { writeText } from "../write/write-text.ts";
import { describeDeprecations } from "./describe-deprecations.ts";
import { describeOperation } from "./describe-operation.ts";
import { describeOverview } from "./describe-overview.ts";
import { describeSchemaPage } from "./describe-schema-page.ts";
import { describeTag } from "./describe-tag.ts";
import { fillSlots, findTexts } from "./fill-prose.ts";
import { makeIdGiver } from "./make-id.ts";
import { shortenText } from "../schema/shorten-text.ts";

export interface ReferencePage {
  readonly title: string;
  /** A sentence for search engines and lists; may be empty. */
  readonly description: string;
  /**
   * A fragment without `h1`, because the layout shows the title. It has no inline styles, scripts
   * or handlers.
   */
  readonly html: string;
  readonly headings: readonly {
    readonly id: string;
    readonly text: string;
    readonly level: number;
  }[];
  /** For searching: names and texts, one per line. */
  readonly writeText: () => string;
  /** The same facts for agents, with the title. */
  readonly writeMarkdown: () => string;
}

function describe(plan: ReferencePlan, entry: PageEntry, newId: (name: string) => string): Block[] {
  switch (entry.kind) {
    case "overview":
      return describeOverview(plan, newId);
    case "deprecations":
      return describeDeprecations(plan, newId);
    case "tag":
      return describeTag(entry, newId);
    case "operation":
    case "webhook":
      return describeOperation(plan, entry, false, newId);
    case "all-fields":
      return describeOperation(plan, entry.of, true, newId);
    default:
      return describeSchemaPage(plan, entry, newId);
  }
}

function findDescription(plan: ReferencePlan, entry: PageEntry): string {
  switch (entry.kind) {
    case "overview": {
      const info = memberOf(plan.view.root.value, "info");
      return textOf(memberOf(info, "summary")) ?? textOf(memberOf(info, "description")) ?? "";
    }
    case "deprecations":
      return "Everything that is deprecated, with the date on which it ends.";
    case "tag":
      return entry.description ?? "";
    case "schema":
      return textOf(memberOf(entry.schema, "description")) ?? "";
    case "all-fields":
      return findDescription(plan, entry.of);
    default:
      return textOf(memberOf(entry.operation.value, "description")) ?? "";
  }
}

const listHeadings = (blocks: readonly Block[]): ReferencePage["headings"] =>
  blocks.flatMap((block) => {
    if (block.kind === "heading") return [{ id: block.id, text: block.text, level: block.level }];
    return block.kind === "columns" ? listHeadings([...block.head, ...block.main]) : [];
  });

/**
 * The facts of a page for agents, with its title; null if the plan has no such page. Nothing is
 * rendered to HTML.
 */
export function writePageMarkdown(plan: ReferencePlan, path: string): string | null {
  const entry = plan.pages.get(path);
  if (entry === undefined) return null;
  const blocks = titleBlocks(entry, describe(plan, entry, makeIdGiver()));
  return `${writeMarkdown(plan.options.basePath ?? "", blocks).slice(1)}\n`;
}

const titleBlocks = (entry: PageEntry, blocks: readonly Block[]): Block[] => [
  { kind: "heading", level: 2, id: "", text: entry.title },
  ...blocks,
];

/**
 * Renders one page of a plan, or null if it has no such page. Reads only the document, and returns
 * the same for the same plan. Rejects with the error of `renderMarkdown`.
 */
export async function renderReferencePage(
  plan: ReferencePlan,
  path: string,
): Promise<ReferencePage | null> {
  const entry = plan.pages.get(path);
  if (entry === undefined) return null;
  const blocks = describe(plan, entry, makeIdGiver());
  const titled = titleBlocks(entry, blocks);
  const basePath = plan.options.basePath ?? "";
  const writing = startWriting(basePath);
  writeBlocks(writing, blocks);
  const texts = findTexts(plan, writing);
  const ready = texts instanceof Promise ? await texts : texts;
  fillSlots(writing, ready, entry.kind === "operation" || entry.kind === "webhook");
  return {
    title: entry.title,
    description: shortenText(findDescription(plan, entry)),
    html: writing.pieces.join(""),
    headings: listHeadings(blocks),
    // A reader of the HTML needs neither. They are no getters, because V8 makes a shape for each
    // object literal with a getter, and such shapes, which are old from the start, keep all pages
    // in memory until the next full collection.
    writeText: () => writeText(titled),
    writeMarkdown: () => `${writeMarkdown(basePath, titled).slice(1)}\n`,
  };
}
