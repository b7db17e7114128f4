import { writePage } from "@lintel/portal/layout";
import { writeMissing } from "@lintel/portal/search";
import { firstPage } from "../../features/portal/site-tree.ts";
import type { PortalAnswer } from "./portal-answer.ts";
import type { OwnFiles } from "./portal-files.ts";
import { pageHeaders } from "./security-headers.ts";
import { hrefOf, viewNavigation, viewSite, type SiteContext } from "./view.ts";
import { textBody } from "./write-answer.ts";

/** Shown instead of a missing page of a visible documentation, with its header, its search and a link to its start. */
export function makeMissing(visit: SiteContext, { addresses }: OwnFiles): PortalAnswer {
  const site = viewSite(visit, null);
  const first = firstPage(visit.tree.roots);
  const home = first === null ? null : { title: first.title, href: hrefOf(visit, first) };
  const page = {
    title: "The page does not exist",
    description: "",
    href: site.base,
    canonicalHref: site.base,
    body: writeMissing(site, home),
    hasHeading: false,
    isIndexed: false,
    outline: [],
    navigation: viewNavigation(visit, null),
    breadcrumbs: [],
    previous: null,
    next: null,
    modifiedAt: null,
    markdownHref: null,
    stylesheets: [],
  };
  return {
    status: 404,
    headers: {
      ...pageHeaders(visit.site),
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      vary: "accept, accept-encoding",
    },
    body: textBody(writePage(site, page, addresses)),
  };
}
