import { markup, type Markup } from "./html.ts";
import type { LinkedTitle } from "./portal.types.ts";

/** A documentation with its newest public version. */
export interface ListedTitle extends LinkedTitle {
  readonly version: string;
  readonly publishedAt: Date | null;
}

/** The documentations of an organization. */
export interface SiteGroup extends LinkedTitle {
  readonly sites: readonly ListedTitle[];
}

/**
 * The documentations that a reader can see, by organization. With only one organization, its name is the page's
 * heading.
 */
export function writeSiteList(groups: readonly SiteGroup[]): Markup {
  if (groups.length === 0)
    return markup`<p>No documentation is public yet. Its visibility is set when a version is published.</p>`;
  return markup`${groups.map(
    ({ title, href, sites }) => markup`
      ${groups.length > 1 && markup`<h2><a href="${href}">${title}</a></h2>`}
      <ul class="sites">
        ${sites.map(writeSite)}
      </ul>`,
  )}`;
}

function writeSite({ href, title, version, publishedAt }: ListedTitle): Markup {
  const day = publishedAt?.toISOString().slice(0, 10);
  const published = day !== undefined && markup`, published <time datetime="${day}">${day}</time>`;
  return markup`<li>
    <a href="${href}">${title}</a>
    <small>Version ${version}${published}</small>
  </li>`;
}
