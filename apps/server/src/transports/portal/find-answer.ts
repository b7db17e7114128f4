import type { IncomingHttpHeaders } from "node:http";
import type { StoredPages } from "../../features/portal/stored-pages.ts";
import type { Sites } from "../../features/portal/site.service.ts";
import type { Site, SiteRow } from "../../features/portal/site.types.ts";
import { createAnswerCache } from "./answer-cache.ts";
import { chooseCoding, type Coding } from "./compress.ts";
import { digestMaker } from "./made-by.ts";
import { makeAnswer, mayBePage, readForm, readPagePath, type Form } from "./make-answer.ts";
import { writeAddress, type PortalAddress } from "./portal-address.ts";
import type { PortalAnswer } from "./portal-answer.ts";
import type { OwnFiles } from "./portal-files.ts";
import { beginPreview, hide, readPreview } from "./preview.ts";
import { readyAnswer, type ReadyAnswer } from "./ready-answer.ts";
import { answerStored, digestAddress, digestText } from "./stored-answer.ts";

export interface AnswerMaker {
  /** What is kept of an address and can be sent as it is; null where it takes more. */
  recall(url: string, headers: IncomingHttpHeaders): ReadyAnswer | null;
  /** null: there is nothing at the address that the reader may see. */
  make(
    address: PortalAddress,
    query: string,
    headers: IncomingHttpHeaders,
  ): Promise<ReadyAnswer | null>;
}

interface Options {
  readonly origin: string;
  readonly files: OwnFiles;
  readonly regions: readonly PortalRegion[];
}

/** What of a region readers are shown. */
export interface PortalRegion {
  readonly region: string;
  readonly sites: Sites;
  readonly storedPages: StoredPages;
}

/** Answers from memory, else from the database; what neither has is made. */
export function createAnswers({ origin, files, regions }: Options): AnswerMaker {
  const byRegion = new Map(regions.map((region) => [region.region, region]));
  const cache = createAnswerCache();
  let maker: string | null = null;
  const findMaker = () => (maker ??= digestMaker(origin, files));
  // Before somebody replaces the files of the running server, and not while it starts.
  setTimeout(findMaker, 1000).unref();
  return {
    recall(url, { accept, cookie, "accept-encoding": codings }) {
      if (readPreview(cookie) !== undefined) return null;
      return cache.recall(writeKey(url, readForm(accept), chooseCoding(codings)));
    },
    async make(address, queryText, headers) {
      const region = byRegion.get(address.region);
      const { organization, documentation } = address;
      if (region === undefined || documentation === null) return null;
      const { sites, storedPages } = region;
      const query = new URLSearchParams(queryText);
      const preview = query.get("preview");
      if (preview !== null) return ready(await beginPreview(sites, address, preview));
      const site = await sites.read(organization, documentation, readPreview(headers.cookie));
      const version = site === null ? undefined : chooseVersion(site, address.label);
      if (site === null || version === undefined) return null;
      const prefix = address.region === "us" ? "/us" : "";
      const form = readForm(headers.accept);
      const make = async () => {
        const tree = await sites.readTree(version);
        const visit = { origin, prefix, site, version, tree };
        return makeAnswer({ visit, sites, path: address.path, query, form, files });
      };
      if (site.isPreview) return ready(hide(await make()));
      const asked = address.path === "_search" ? `?${queryText}` : "";
      const coding = chooseCoding(headers["accept-encoding"]);
      const { organizationId, versionId, treeVersion } = version;
      // Everything that an answer depends on is in its state: what changes is made anew.
      const state = [versionId, treeVersion, organization, documentation, site.stamp].join("\n");
      const isCurrent = () => sites.peek(organization, documentation) === site;
      const key = writeKey(`${writeAddress(address)}${asked}`, form, coding);
      return cache.find(key, { state, isCurrent }, async () => {
        if (!mayBePage(address.path)) return ready(await make());
        const page = { ...readPagePath(address.path, form), coding };
        const place = {
          organizationId,
          versionId,
          address: digestAddress(findMaker(), page),
          state: digestText(state),
        };
        return answerStored(storedPages, place, coding, make);
      });
    },
  };
}

function ready(answer: PortalAnswer | null): ReadyAnswer | null {
  return answer === null ? null : readyAnswer(answer);
}

/** Under what an answer is kept. */
function writeKey(url: string, { wantsMarkdown, wantsJson }: Form, coding: Coding): string {
  return `${coding} ${wantsMarkdown ? "m" : ""}${wantsJson ? "j" : ""}${url}`;
}

function chooseVersion({ versions, isPreview }: Site, label: string | null): SiteRow | undefined {
  if (label === null || isPreview) return versions[0];
  return versions.find((version) => version.label === label);
}
