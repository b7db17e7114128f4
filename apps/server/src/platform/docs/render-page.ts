import { MarkdownError } from "@lintel/markdown/values/markdown-error";
import type { LinkTarget, PageFormat, RenderedPage } from "@lintel/markdown/values/page.types";
import type { PageWarning, WarningCode } from "@lintel/markdown/values/warning";
import { invalid } from "../problem.ts";
import type { LinkIndex } from "./link-index.ts";
import { writeSections } from "./page-sections.ts";
import { renderer } from "./rendering/renderer.ts";
import { fitSearchTexts } from "./fit-search-texts.ts";

/** What a page is rendered to: HTML for readers, and its texts for the search. */
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
  /** What leads nowhere or is not shown as it was meant, in the order of the lines. */
  readonly warnings: readonly PageWarning[];
}

const toldCodes: ReadonlySet<WarningCode> = new Set<WarningCode>([
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

/**
 * Renders a page that is saved. What leads into the version is written below `/_base/`, which the
 * portal puts its address in place of.
 *
 * @param page - its folder says what relative links mean, its id how its file is called; null before it has one
 * @throws Problem VALIDATION_FAILED where the page is too large to be one
 */
export async function renderPage(
  index: LinkIndex,
  page: { readonly id: string | null; readonly folderId: string | null; readonly title: string },
  content: string,
): Promise<Rendering> {
  const folder = page.folderId === null ? "" : (index.fileOf.get(page.folderId) ?? "");
  const slugFolder = page.folderId === null ? "" : (index.paths.get(page.folderId) ?? "");
  const rendered = await renderer
    .render(
      content,
      {
        resolveLink: (link) => resolveLink(index, link, folder, slugFolder),
        resolveAsset: (target) => resolveAsset(index, target, folder),
        resolveEmbed: index.resolveEmbed,
      },
      { format: formatOf(index, page.id) },
    )
    .catch((error: unknown) => {
      if (!(error instanceof MarkdownError)) throw error;
      throw invalid({ field: "content", code: "maxLength", message: error.message });
    });
  return {
    columns: toColumns(page.title, rendered),
    warnings: rendered.warnings.filter(({ code }) => toldCodes.has(code)),
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
    // An embed that names nothing is as a link that leads nowhere: what it names may be made later.
    links: JSON.stringify([...links, ...embeds]),
    ...fitSearchTexts({
      searchTitle: title,
      searchHeadings: sections.map(({ heading }) => heading).join("\n"),
      searchBody: writeSections(sections),
    }),
  };
}

function resolveLink(
  { byFile, addresses }: LinkIndex,
  { path, fragment }: LinkTarget,
  folder: string,
  slugFolder: string,
): { href: string } | null {
  const decoded = decodePath(path.split("?", 1)[0] ?? "");
  if (decoded === null) return null;
  const file = join(folder, decoded).toLowerCase();
  const found =
    byFile.get(file) ??
    byFile.get(`${file}.md`) ??
    byFile.get(`${file}.mdx`) ??
    [join(slugFolder, decoded), join("", decoded)]
      .map((at) => at.replace(/\.mdx?$/, "").replace(/(?:^|\/)index$/, ""))
      .find((at) => addresses.has(at));
  if (found === undefined || found === "") return null;
  const ending = fragment === null ? "" : `#${fragment}`;
  return { href: `/_base/${found.split("/").map(encodeURIComponent).join("/")}${ending}` };
}

/** By https alone: what else a page names would be blocked, or told to everyone on the way. */
const externalForm = /^(?:https:)?(?=\/\/[^/])/i;

function resolveAsset({ assets, allowsExternalImages }: LinkIndex, target: string, folder: string) {
  if (externalForm.test(target)) {
    return allowsExternalImages ? { src: target.replace(externalForm, "https:") } : null;
  }
  const decoded = decodePath(target.split(/[?#]/, 1)[0] ?? "");
  if (decoded === null) return null;
  const path = [join(folder, decoded), join("", decoded)].find((at) => assets.has(at));
  const size = path === undefined ? undefined : assets.get(path);
  if (path === undefined || size === undefined) return null;
  const src = `/_base/_assets/${path.split("/").map(encodeURIComponent).join("/")}`;
  return {
    src,
    ...(size.width === null || size.height === null
      ? {}
      : { width: size.width, height: size.height }),
  };
}

function decodePath(path: string): string | null {
  try {
    return decodeURIComponent(path).normalize("NFC");
  } catch {
    return null;
  }
}

/** A path from a folder; one that begins with a slash, or leads above the root, is from the root. */
function join(folder: string, path: string): string {
  const parts = path.startsWith("/") || folder === "" ? [] : folder.split("/");
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}
