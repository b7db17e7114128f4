import { markup, raw, type Markup } from "./html.ts";
import { writeHeader } from "./header.ts";
import { writeOutline } from "./outline.ts";
import { ownIds } from "./own-ids.ts";
import type { PageView, SiteView } from "./portal.types.ts";
import { writeSearch } from "./search.ts";
import { writeSidebar } from "./sidebar.ts";

/** Addresses of the portal's own files. Their names contain a hash of the content. */
export interface PortalFiles {
  readonly stylesheet: string;
  /** Applies the reader's theme before anything is drawn. */
  readonly themeScript: string;
  readonly script: string;
  /** The module that sends requests from an API reference, loaded on demand. */
  readonly tryIt: string;
  /** Enables frames for diagrams that the server cannot draw; only on pages that contain such diagrams. */
  readonly diagramScript: string;
  readonly diagramFrame: string;
}

/** Whether a page contains a diagram that the reader's browser draws. */
export const holdsDiagram = ({ body }: PageView): boolean => body.includes('data-island="mermaid"');

/**
 * A whole page, complete without JavaScript, without inline styles or scripts. The text comes before the sidebar,
 * because browsers draw what they have parsed: readers see the text at the first paint.
 */
export function writePage(site: SiteView, page: PageView, files: PortalFiles): string {
  const document = markup`<!doctype html>
    <html lang="en">
      <head>
        ${writeHead(site, page, files)}
      </head>
      <body${page.isWide === true && markup` data-try-it="${files.tryIt}"`}>
        <a class="skip" href="#${ownIds.content}">Skip to content</a>
        ${site.isPreview && markup`<p class="preview-note">A preview: readers do not see this version.</p>`}
        ${writeHeader(site)}
        <div class="frame${page.outline.length === 0 ? " no-outline" : ""}">
          <main id="${ownIds.content}" tabindex="-1">
            ${writePageTop(page)}
            <article class="prose${page.isWide === true ? " wide" : ""}">
              ${!page.hasHeading && markup`<h1>${page.title}</h1>`} ${raw(page.body)}
            </article>
            ${writeFoot(site, page)}
          </main>
          ${writeSidebar(page.navigation, page.back)}
          ${writeOutline(page.outline)}
        </div>
        ${writeSearch(site)}
      </body>
    </html> `;
  return document.text;
}

function writeHead(site: SiteView, page: PageView, files: PortalFiles): Markup {
  const { description, canonicalHref } = page;
  const title = page.title === site.name ? site.name : `${page.title} · ${site.name}`;
  const address = `${site.origin}${canonicalHref}`;
  return markup`
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    ${description !== "" && markup`<meta name="description" content="${description}" />`}
    <meta name="color-scheme" content="light dark" />
    <link rel="canonical" href="${address}" />
    <meta property="og:type" content="article" />
    <meta property="og:site_name" content="${site.name}" />
    <meta property="og:title" content="${page.title}" />
    ${description !== "" && markup`<meta property="og:description" content="${description}" />`}
    <meta property="og:url" content="${address}" />
    <meta property="og:locale" content="en" />
    ${site.logoUrl !== null && markup`<meta property="og:image" content="${site.logoUrl}" />`}
    ${page.modifiedAt !== null && markup`<meta property="article:modified_time" content="${page.modifiedAt}" />`}
    <meta name="twitter:card" content="summary" />
    <link rel="icon" href="${site.iconHref}" />
    ${(site.isPreview || site.reader !== null || page.isIndexed === false) && markup`<meta name="robots" content="noindex" />`}
    ${page.markdownHref !== null && markup`<link rel="alternate" type="text/markdown" href="${page.markdownHref}" />`}
    <link
      rel="alternate"
      type="application/atom+xml"
      title="Changes"
      href="${site.base}/feed.xml"
    />
    <script src="${files.themeScript}"></script>
    <link rel="stylesheet" href="${files.stylesheet}" />
    ${page.stylesheets.map((href) => markup`<link rel="stylesheet" href="${href}" />`)}
    ${site.brandHref !== null && markup`<link rel="stylesheet" href="${site.brandHref}" />`}
    <script src="${files.script}" type="module" fetchpriority="low"></script>
    ${holdsDiagram(page) && markup`<script src="${files.diagramScript}" type="module" data-diagram-frame="${files.diagramFrame}"></script>`}
  `;
}

/** The script shows the button, because copying needs JavaScript. Its space is reserved from the start. */
function writePageTop(page: PageView): Markup | null {
  const { breadcrumbs, markdownHref, isWide } = page;
  if (breadcrumbs.length === 0 && markdownHref === null) return null;
  return markup`<div class="page-top${isWide === true ? " wide" : ""}">
    ${writeBreadcrumbs(page) ?? markup`<span></span>`}
    ${markdownHref !== null && markup`<button class="copy-page" type="button" data-copy-page="${markdownHref}" hidden>Copy page</button>`}
  </div>`;
}

function writeBreadcrumbs({ breadcrumbs }: PageView): Markup | null {
  if (breadcrumbs.length === 0) return null;
  const items = breadcrumbs.map(
    ({ title, href }) =>
      markup`<li>
        ${href === null ? markup`<span>${title}</span>` : markup`<a href="${href}">${title}</a>`}
      </li>`,
  );
  return markup`<nav class="breadcrumbs" aria-label="Breadcrumbs">
    <ol>
      ${items}
    </ol>
  </nav>`;
}

function writeFoot({ reader }: SiteView, page: PageView): Markup {
  const { previous, next, modifiedAt, markdownHref, editHref = null } = page;
  return markup`<footer class="page-foot">
    ${writeHelpful(page)}
    <nav class="turn" aria-label="Pages before and after">
      ${previous !== null && markup`<a class="previous" rel="prev" href="${previous.href}"><small>Previous</small><span>${previous.title}</span></a>`}
      ${next !== null && markup`<a class="next" rel="next" href="${next.href}"><small>Next</small><span>${next.title}</span></a>`}
    </nav>
    <p class="page-facts">
      ${modifiedAt !== null && markup`<span>Last changed <time datetime="${modifiedAt}">${writeDay(modifiedAt)}</time></span>`}
      ${editHref !== null && markup`<a href="${editHref}">Edit this page</a>`}
      ${markdownHref !== null && markup`<a href="${markdownHref}">View as Markdown</a>`}
    </p>
    ${reader !== null && writeReader(reader)}
  </footer>`;
}

/** Who reads a page that is not public, and how to sign out. */
export function writeReader({ name, signOutHref }: NonNullable<SiteView["reader"]>): Markup {
  return markup`<form class="reader" method="post" action="${signOutHref}">
    <span>Signed in as ${name}</span> <button>Sign out</button>
  </form>`;
}

/** The buttons send no field: the answer is part of their address. */
function writeHelpful({ helpfulHref = null }: PageView): Markup | null {
  if (helpfulHref === null) return null;
  const button = (answer: string, label: string) =>
    markup`<button formaction="${`${helpfulHref}&answer=${answer}`}">${label}</button>`;
  return markup`<form class="helpful" id="${ownIds.helpful}" method="post">
    <span>Was this page helpful?</span> ${button("yes", "Yes")} ${button("no", "No")}
    <p role="status">Thank you. Your answer was counted.</p>
  </form>`;
}

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** `2026-11-21T…Z` → `21 November 2026`. */
function writeDay(timestamp: string): string {
  const [year = "", month = "", day = ""] = timestamp.slice(0, 10).split("-");
  return `${Number(day)} ${months[Number(month) - 1] ?? ""} ${year}`;
}
