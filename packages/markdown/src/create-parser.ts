import MarkdownParser, { type MarkdownIt } from "markdown-it";
import { addBlockElements } from "./elements/place-blocks.ts";
import { addDedent } from "./elements/dedent-elements.ts";
import { addInlineElements } from "./elements/place-inline.ts";
import { addInlineRules } from "./elements/inline-rules.ts";
import { addJsxBlocks } from "./elements/jsx-blocks.ts";
import { writeElements } from "./elements/write-elements.ts";
import { limits } from "./values/limits.ts";
import { addAlerts } from "./syntax/callouts.ts";
import { addComments } from "./syntax/comments.ts";
import { addContainers } from "./syntax/containers.ts";
import { addEmbeds } from "./syntax/embeds.ts";
import { addFootnotes } from "./syntax/footnotes.ts";
import { addHeadings } from "./syntax/headings.ts";
import { addImageSizes } from "./syntax/images.ts";
import { addInlineLimits } from "./syntax/inline-limits.ts";
import { addLinks } from "./syntax/links.ts";
import { addMkdocs } from "./syntax/mkdocs.ts";
import { addPlainInline } from "./syntax/plain-inline.ts";
import { addSlots } from "./syntax/slots.ts";
import { addTables } from "./syntax/tables.ts";
import { addTabs } from "./syntax/tabs.ts";
import { addTaskLists } from "./syntax/task-lists.ts";
import { writeContainers } from "./syntax/write-containers.ts";

/**
 * The parser with all page syntax. It is called with the environment of `beginPage`.
 *
 * @param isMdx - every tag is read as a component: its content is Markdown, and indented text is not code
 */
export function createParser(isMdx: boolean): MarkdownIt {
  const md = new MarkdownParser({
    html: true,
    linkify: true,
    xhtmlOut: true,
    maxNesting: limits.nesting,
  });
  for (const add of [
    addDedent,
    addContainers,
    addMkdocs,
    addJsxBlocks,
    addBlockElements,
    addInlineRules,
    addAlerts,
    addTabs,
    writeContainers,
    addEmbeds,
    addComments,
    addTables,
    addFootnotes,
    addTaskLists,
    addInlineElements,
    writeElements,
    addImageSizes,
    addHeadings,
    addLinks,
    addSlots,
    addInlineLimits,
    addPlainInline,
  ]) {
    add(md);
  }
  if (isMdx) md.disable(["code", "html_block"]);
  return md;
}
