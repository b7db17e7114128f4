import type { IncomingHttpHeaders } from "node:http";
import type { Sites } from "../../features/portal/site.service.ts";
import type { Site, SiteRow } from "../../features/portal/site.types.ts";
import { createAnswerCache } from "./answer-cache.ts";
import type { ReaderCookies } from "./cookies.ts";
import { countVote } from "./count-vote.ts";
import { makeAnswer, plainText, readForm, type Form } from "./make-answer.ts";
import { writeAddress, type PortalAddress } from "./portal-address.ts";
import type { PortalAnswer } from "./portal-answer.ts";
import type { OwnFiles } from "./portal-files.ts";
import { makeList, makeOriginSitemap, type ListAddress } from "./list-sites.ts";
import { makeMissing } from "./missing-page.ts";
import { beginPreview, hide, readPreview } from "./preview.ts";
import type { ReaderMessages } from "./reader-messages.ts";
import { goTo, type ReaderRegion } from "./reader-pages.ts";
import { writeSignInPath, writeSignOutPath } from "./reader-paths.ts";
import { readReturnPath } from "./return-path.ts";
import { fileHeaders } from "./security-headers.ts";
import { seeSite, type SeenSite } from "./see-site.ts";
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
  vote(
    address: PortalAddress,
    query: string,
    headers: IncomingHttpHeaders,
  ): Promise<ReadyAnswer | null>;
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
  readonly cookies: ReaderCookies;
  readonly messages: ReaderMessages;
}

/** The parts of a region for readers. */
export interface PortalRegion extends ReaderRegion {
  readonly sites: Sites;
}

/** Answers from memory; a missing answer is made. */
export function createAnswers(options: Options): AnswerMaker {
  const { origin, files, regions, cookies, messages } = options;
  const byRegion = new Map(regions.map((region) => [region.region, region]));
  const cache = createAnswerCache();
  const robots = [
    "User-agent: *",
    "Allow: /",
    "Disallow: /_reader/",
    "Disallow: /us/_reader/",
    `Sitemap: ${origin}/sitemap.xml`,
  ];
  return {
    recall(url, { accept, cookie }) {
      if (cookie !== undefined && (readPreview(cookie) !== undefined || cookies.has(cookie)))
        return null;
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
      const seen = await seeSite(region, address, { origin, cookies, cookie: headers.cookie });
      const { site, reader, isPrivate } = seen;
      const version = site === null ? undefined : chooseVersion(site, address.label);
      const refusal =
        version === undefined ? refuse(seen, region, address, queryText, headers) : null;
      if (refusal !== null) return refusal;
      const [newest] = site?.versions ?? [];
      if (site === null || newest === undefined) return null;
      const prefix = address.region === "us" ? "/us" : "";
      const form = readForm(headers.accept);
      const visit = async (shown: SiteRow): Promise<SiteContext> => {
        const tree = await sites.readTree(shown);
        return { origin, prefix, site, version: shown, tree, reader };
      };
      // A browser gets a page with links, other clients a short text.
      const miss = async () =>
        wantsPage(headers) ? makeMissing(await visit(version ?? newest), files) : null;
      if (version === undefined) return ready(isPrivate ? hide(await miss()) : await miss());
      const make = async () =>
        makeAnswer({ visit: await visit(version), sites, path: address.path, query, form, files });
      if (isPrivate) return ready(hide((await make()) ?? (await miss())));
      const asked = address.path === "_search" ? `?${queryText}` : "";
      const { versionId, treeVersion, deprecationStamp } = version;
      // The state covers everything on which an answer depends, so a change makes a new answer.
      const state = [
        versionId,
        treeVersion,
        deprecationStamp,
        organization,
        documentation,
        site.stamp,
      ].join("\n");
      const isCurrent = () => sites.peek(organization, documentation)?.open === site;
      const key = writeKey(`${writeAddress(address)}${asked}`, form);
      const found = await cache.find(key, { state, isCurrent }, async () => ready(await make()));
      return found ?? ready(await miss());
    },
    async vote(address, queryText, headers) {
      const region = byRegion.get(address.region);
      if (region === undefined || address.documentation === null) return null;
      const { sites } = region;
      const seen = await seeSite(region, address, { origin, cookies, cookie: headers.cookie });
      const { site, reader } = seen;
      const version = site === null ? undefined : chooseVersion(site, address.label);
      // A preview does not ask.
      if (site === null || version === undefined || site.isPreview) return null;
      const prefix = address.region === "us" ? "/us" : "";
      const visit = { origin, prefix, site, version, tree: await sites.readTree(version), reader };
      const query = new URLSearchParams(queryText);
      return ready(await countVote(visit, sites, query.get("page") ?? "", query.get("answer")));
    },
    robots: readyAnswer(send(`${robots.join("\n")}\n`, plainText, fileHeaders)),
    list: async (address) => ready(await makeList(regions, address, files)),
    listSitemaps: async () => readyAnswer(await makeOriginSitemap(regions, origin)),
  };

  /**
   * The answer to a sender who may not see a documentation or a version; null: there is nothing to say beyond that.
   * It is the same for a documentation that does not exist.
   */
  function refuse(
    { site, reader, isRestricted }: SeenSite,
    { region, platform }: PortalRegion,
    address: PortalAddress,
    queryText: string,
    headers: IncomingHttpHeaders,
  ): ReadyAnswer | null {
    if (!wantsPage(headers)) return null;
    const returnPath = readReturnPath(`${writeAddress(address)}?${queryText}`, region);
    if (returnPath === null) return null;
    const signOutPath = writeSignOutPath(region, returnPath);
    if (reader?.isSsoMissing === true) return messages.ssoRequired(reader, signOutPath);
    if (reader !== null) return site === null ? messages.missing(reader, signOutPath) : null;
    const mayHelp = (site === null || isRestricted) && platform.portalOrigin() !== null;
    return mayHelp ? goTo(origin + writeSignInPath(region, returnPath), null) : null;
  }
}

/** Whether a browser shows the answer to a person. */
const wantsPage = ({ accept = "" }: IncomingHttpHeaders): boolean => /\btext\/html\b/.test(accept);

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
