import { markup, type Markup } from "./html.ts";
import type { LinkedTitle } from "./portal.types.ts";

/** The documentations of an organization. */
export interface SiteGroup extends LinkedTitle {
  readonly sites: readonly LinkedTitle[];
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
        ${sites.map((site) => markup`<li><a href="${site.href}">${site.title}</a></li>`)}
      </ul>`,
  )}`;
}
