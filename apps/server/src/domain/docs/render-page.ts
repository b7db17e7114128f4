import { MarkdownError } from "@lintel/markdown/values/markdown-error";
import type { PageFormat, RenderedPage } from "@lintel/markdown/values/page.types";
import type { PageWarning, WarningCode } from "@lintel/markdown/values/warning";
import { invalid } from "../../platform/problem.ts";
import type { LinkIndex } from "./link-index.ts";
import { writeSections } from "./page-sections.ts";
import { rendererOf } from "./rendering/renderer.ts";
import { fitSearchTexts } from "./fit-search-texts.ts";
import { resolveAsset, resolveLink } from "./resolve-addresses.ts";

/** A rendered page: HTML for readers, and its search texts. */
export interface RenderedColumns {
  readonly html: string;
  readonly headings: string;
  readonly links: string;
  readonly searchTitle: string;
  readonly searchHeadings: string;
  readonly searchBody: string;
}

export interface Rendering {
  readonly columns: RenderedColumns;
  /** Warnings about broken links and omitted content, in the order of the lines. */
  readonly warnings: readonly PageWarning[];
  readonly fragments: readonly LinkedFragment[];
}

/** A link to a place within a page of the version, whether or not that place exists. */
export interface LinkedFragment {
  /** As written. */
  readonly target: string;
  readonly line: number;
  /** The address of the page. */
  readonly address: string;
  readonly fragment: string;
}

const reportedCodes: ReadonlySet<WarningCode> = new Set<WarningCode>([
  "LINK_UNRESOLVED",
  "LINK_REFUSED",
  "IMAGE_UNRESOLVED",
  "IMAGE_REFUSED",
  "EMBED_UNRESOLVED",
  "HTML_DROPPED",
  "HTML_SHOWN_AS_TEXT",
  "COMPONENT_UNKNOWN",
  "EXPRESSION_LEFT_OUT",
]);

export interface RenderablePage {
  readonly id: string | null;
  readonly folderId: string | null;
  readonly title: string;
  readonly head: string | null;
}

/**
 * Renders a page that is saved. Links into the version begin with `/_base/`, which the portal
 * replaces with its address.
 *
 * @param page - relative links are resolved from its folder, and its file from its id, which is
 * null for a new page; its `head` is the front matter with its fences, which can define a landing
 * page
 * @throws Problem VALIDATION_FAILED if the page is too large
 */
export async function renderPage(
  index: LinkIndex,
  page: RenderablePage,
  content: string,
): Promise<Rendering> {
  const folder = page.folderId === null ? "" : (index.fileOf.get(page.folderId) ?? "");
  const slugFolder = page.folderId === null ? "" : (index.paths.get(page.folderId) ?? "");
  const pointed = new Map<string, Pick<LinkedFragment, "address" | "fragment">>();
  const rendered = await rendererOf(index.organizationId)
    .render(
      content,
      {
        resolveLink(link) {
          const found = resolveLink(index, link, folder, slugFolder);
          const { target, fragment } = link;
          if (found !== null && fragment !== null && fragment !== "")
            pointed.set(target, { address: found.address, fragment });
          return found;
        },
        resolveAsset: (target) => resolveAsset(index, target, folder),
        resolveEmbed: index.resolveEmbed,
      },
      { format: formatOf(index, page.id), head: page.head ?? "" },
    )
    .catch((error: unknown) => {
      if (!(error instanceof MarkdownError)) throw error;
      throw invalid({ field: "content", code: "maxLength", message: error.message });
    });
  return {
    columns: toColumns(page.title, rendered),
    warnings: rendered.warnings.filter(({ code }) => reportedCodes.has(code)),
    fragments: rendered.links.flatMap(({ target, line }) => {
      const found = pointed.get(target);
      return found === undefined ? [] : [{ target, line, ...found }];
    }),
  };
}

const formatOf = ({ fileOf }: LinkIndex, id: string | null): PageFormat =>
  id !== null && /\.mdx$/i.test(fileOf.get(id) ?? "") ? "mdx" : "md";

function toColumns(
  title: string,
  { html, headings, links, embeds, text }: RenderedPage,
): RenderedColumns {
  const { sections } = text;
  return {
    html,
    headings: JSON.stringify(headings),
    // An embed without a target is a warning, like a broken link, because the target may be added
    // later.
    links: JSON.stringify([...links, ...embeds]),
    ...fitSearchTexts({
      searchTitle: title,
      searchHeadings: sections.map(({ heading }) => heading).join("\n"),
      searchBody: writeSections(sections),
    }),
  };
}
