import type { IncomingHttpHeaders } from "node:http";
import type { Sites } from "../../features/portal/site.service.ts";
import type { Site, SiteRow } from "../../features/portal/site.types.ts";
import { createAnswerCache } from "./answer-cache.ts";
import { countVote } from "./count-vote.ts";
import { makeAnswer, plainText, readForm, type Form } from "./make-answer.ts";
import { writeAddress, type PortalAddress } from "./portal-address.ts";
import type { PortalAnswer } from "./portal-answer.ts";
import type { OwnFiles } from "./portal-files.ts";
import { makeList, makeOriginSitemap, type ListAddress } from "./list-sites.ts";
import { makeMissing } from "./missing-page.ts";
import { beginPreview, hide, readPreview } from "./preview.ts";
import { fileHeaders } from "./security-headers.ts";
import { send } from "./write-answer.ts";
import { readyAnswer, type ReadyAnswer } from "./ready-answer.ts";
import type { SiteContext } from "./view.ts";

export interface AnswerMaker {
  /** The cached answer of an address if it can be sent as it is; null if it takes more work. */
  recall(url: string, headers: IncomingHttpHeaders): ReadyAnswer | null;
  /** null: the address has nothing that the reader may see. */
  make(
    address: PortalAddress,
    query: string,
    headers: IncomingHttpHeaders,
  ): Promise<ReadyAnswer | null>;
  /** Counts a reader's vote on a page; null: there is no such page. */
  vote(address: PortalAddress, query: string): Promise<ReadyAnswer | null>;
  /** A public list; null: there is no such list. */
  list(address: ListAddress): Promise<ReadyAnswer | null>;
  readonly robots: ReadyAnswer;
  /** The sitemap of the origin. */
  listSitemaps(): Promise<ReadyAnswer>;
}

interface Options {
  readonly origin: string;
  readonly files: OwnFiles;
  readonly regions: readonly PortalRegion[];
}

/** The parts of a region for readers. */
export interface PortalRegion {
  readonly region: string;
  readonly sites: Sites;
}

/** Answers from memory; a missing answer is made. */
export function createAnswers({ origin, files, regions }: Options): AnswerMaker {
  const byRegion = new Map(regions.map((region) => [region.region, region]));
  const cache = createAnswerCache();
  return {
    recall(url, { accept, cookie }) {
      if (readPreview(cookie) !== undefined) return null;
      return cache.recall(writeKey(url, readForm(accept)));
    },
    async make(address, queryText, headers) {
      const region = byRegion.get(address.region);
      const { organization, documentation } = address;
      if (region === undefined || documentation === null) return null;
      const { sites } = region;
      const query = new URLSearchParams(queryText);
      const preview = query.get("preview");
      if (preview !== null) return ready(await beginPreview(sites, address, preview));
      const site = await sites.read(organization, documentation, readPreview(headers.cookie));
      const [newest] = site?.versions ?? [];
      if (site === null || newest === undefined) return null;
      const prefix = address.region === "us" ? "/us" : "";
      const form = readForm(headers.accept);
      const visit = async (version: SiteRow): Promise<SiteContext> => {
        const tree = await sites.readTree(version);
        return { origin, prefix, site, version, tree };
      };
      const version = chooseVersion(site, address.label);
      // A browser gets a page with links, other clients a short text.
      const miss = async () =>
        /\btext\/html\b/.test(headers.accept ?? "")
          ? ready(makeMissing(await visit(version ?? newest), files))
          : null;
      if (version === undefined) return miss();
      const make = async () =>
        makeAnswer({ visit: await visit(version), sites, path: address.path, query, form, files });
      if (site.isPreview) return ready(hide(await make())) ?? (await miss());
      const asked = address.path === "_search" ? `?${queryText}` : "";
      const { versionId, treeVersion } = version;
      // The state covers everything on which an answer depends, so a change makes a new answer.
      const state = [versionId, treeVersion, organization, documentation, site.stamp].join("\n");
      const isCurrent = () => sites.peek(organization, documentation) === site;
      const key = writeKey(`${writeAddress(address)}${asked}`, form);
      const found = await cache.find(key, { state, isCurrent }, async () => ready(await make()));
      return found ?? (await miss());
    },
    async vote(address, queryText) {
      const sites = byRegion.get(address.region)?.sites;
      const { organization, documentation } = address;
      if (sites === undefined || documentation === null) return null;
      const site = await sites.read(organization, documentation);
      const version = site === null ? undefined : chooseVersion(site, address.label);
      if (site === null || version === undefined) return null;
      const prefix = address.region === "us" ? "/us" : "";
      const visit = { origin, prefix, site, version, tree: await sites.readTree(version) };
      const query = new URLSearchParams(queryText);
      return ready(await countVote(visit, sites, query.get("page") ?? "", query.get("answer")));
    },
    robots: readyAnswer(
      send(`User-agent: *\nAllow: /\nSitemap: ${origin}/sitemap.xml\n`, plainText, fileHeaders),
    ),
    list: async (address) => ready(await makeList(regions, address, files)),
    listSitemaps: async () => readyAnswer(await makeOriginSitemap(regions, origin)),
  };
}

function ready(answer: PortalAnswer | null): ReadyAnswer | null {
  return answer === null ? null : readyAnswer(answer);
}

/** The key of an answer in the cache. */
function writeKey(url: string, { wantsMarkdown, wantsJson }: Form): string {
  return `${wantsMarkdown ? "m" : ""}${wantsJson ? "j" : ""}${url}`;
}

function chooseVersion({ versions, isPreview }: Site, label: string | null): SiteRow | undefined {
  if (label === null || isPreview) return versions[0];
  return versions.find((version) => version.label === label);
}
