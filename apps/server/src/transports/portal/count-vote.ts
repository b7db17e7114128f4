import type { Sites } from "../../features/portal/site.service.ts";
import type { PortalAnswer } from "./portal-answer.ts";
import { findReference, readPlan } from "./reference-pages.ts";
import { fileHeaders } from "./security-headers.ts";
import { baseOf, helpfulMark, type SiteContext } from "./view.ts";
import { writePath } from "./portal-address.ts";

/** Maximum votes that a process counts in a minute: more come from somebody playing with the button. */
const maxInMinute = 600;
let minute = 0;
let counted = 0;

/**
 * Counts a reader's answer, and shows the page again with thanks. No data about the reader is stored.
 *
 * @param path - of the page below the version
 * @returns null if there is no such page
 */
export async function countVote(
  visit: SiteContext,
  sites: Sites,
  path: string,
  answer: string | null,
): Promise<PortalAnswer | null> {
  if (answer !== "yes" && answer !== "no") return null;
  if (!(await isPage(visit, sites, path))) return null;
  if (mayCount(Date.now())) await sites.vote(visit.version, path, answer === "yes");
  const location = `${baseOf(visit, visit.version)}/${writePath(path)}#${helpfulMark}`;
  const headers = { ...fileHeaders, location, "cache-control": "no-store" };
  return { status: 303, headers, body: null };
}

function mayCount(now: number): boolean {
  const current = Math.floor(now / 60_000);
  if (current !== minute) [minute, counted] = [current, 0];
  counted += 1;
  return counted <= maxInMinute;
}

async function isPage(visit: SiteContext, sites: Sites, path: string): Promise<boolean> {
  if (visit.tree.byPath.get(path)?.type === "page") return true;
  const found = findReference(visit, path);
  if (found === null) return false;
  return (await readPlan(visit, sites, found.node))?.pages.has(found.below) === true;
}
