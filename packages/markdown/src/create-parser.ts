import MarkdownParser, { type MarkdownIt } from "markdown-it";
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
import { addPlainInline } from "./syntax/plain-inline.ts";
import { addSlots } from "./syntax/slots.ts";
import { addTables } from "./syntax/tables.ts";
import { addTabs } from "./syntax/tabs.ts";
import { addTaskLists } from "./syntax/task-lists.ts";
import { writeContainers } from "./syntax/write-containers.ts";

/** The parser with every construct of a page. It is called with the environment of `beginPage`. */
export function createParser(): MarkdownIt {
  const md = new MarkdownParser({
    html: false,
    linkify: true,
    xhtmlOut: true,
    maxNesting: limits.nesting,
  });
  for (const add of [
    addContainers,
    addAlerts,
    addTabs,
    writeContainers,
    addEmbeds,
    addComments,
    addTables,
    addFootnotes,
    addTaskLists,
    addImageSizes,
    addHeadings,
    addLinks,
    addSlots,
    addInlineLimits,
    addPlainInline,
  ]) {
    add(md);
  }
  return md;
}
