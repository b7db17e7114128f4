import { markup, type Markup } from "./html.ts";
import { writeIcon } from "./icons.ts";
import { ownIds } from "./own-ids.ts";
import type { SiteView } from "./portal.types.ts";

export function writeHeader(site: SiteView): Markup {
  return markup`<header class="top">
    <button class="menu" type="button" popovertarget="${ownIds.sidebar}" aria-label="Menu">
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path d="M2 4h12M2 8h12M2 12h12" />
      </svg>
    </button>
    <a class="brand" href="${site.base}">
      ${site.logoUrl !== null && markup`<img src="${site.logoUrl}" alt="" height="28" />`}
      <span>${site.name}</span>
    </a>
    ${writeSections(site)}
    <div class="tools">
      <a
        class="search-open"
        href="${site.searchHref}"
        aria-label="Search"
        data-search-open
        aria-keyshortcuts="/ Control+K"
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <circle cx="7" cy="7" r="4.5" />
          <path d="m10.5 10.5 3.5 3.5" />
        </svg>
        <span>Search</span>
        <kbd aria-hidden="true">/</kbd>
      </a>
      ${writeVersions(site)}
      <button
        class="theme"
        type="button"
        data-theme-switch
        hidden
        aria-label="Change between light and dark"
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <circle cx="8" cy="8" r="6.25" />
          <path class="half" d="M8 1.75a6.25 6.25 0 0 1 0 12.5z" />
        </svg>
      </button>
    </div>
  </header>`;
}

function writeSections({ sections }: SiteView): Markup | null {
  if (sections.length === 0) return null;
  const links = sections.map(
    ({ title, href, icon, isCurrent }) =>
      markup`<a href="${href}" ${isCurrent && markup` aria-current="true"`}>${writeIcon(icon)}${title}</a>`,
  );
  return markup`<nav class="sections" aria-label="Sections">${links}</nav>`;
}

function writeVersions({ versions }: SiteView): Markup | null {
  const current = versions.find(({ isCurrent }) => isCurrent);
  if (versions.length < 2 || current === undefined) return null;
  const items = versions.map(
    ({ title, href, isCurrent }) =>
      markup`<li><a href="${href}" ${isCurrent && markup` aria-current="true"`}>${title}</a></li>`,
  );
  return markup`<details class="versions">
    <summary><span class="hidden">Version </span>${current.title}</summary>
    <ul>
      ${items}
    </ul>
  </details>`;
}
