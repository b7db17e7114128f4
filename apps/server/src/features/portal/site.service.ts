import type { Visibility } from "@lintel/contract/words/visibilities";
import { findReader, type ReaderCredential } from "../../platform/credentials/reader-token.ts";
import type { Sealer } from "../../platform/crypto/seal.ts";
import type { Database } from "../../platform/database/open-database.ts";
import { selectDeprecations } from "../../domain/deprecation/published-deprecations.ts";
import { readLinkIndex } from "../../domain/docs/link-index.ts";
import type { Place } from "../../domain/docs/node-paths.ts";
import { renderPage } from "../../domain/docs/render-page.ts";
import { widestFirst } from "../../domain/docs/widest-first.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { createRecentMap } from "../../platform/recent-map.ts";
import { searchVersions, type FoundPage } from "../../domain/docs/search-versions.ts";
import { createFreshSites, type FreshSites } from "./fresh-sites.ts";
import { buildTree, type PlacedNode, type SiteTree } from "./site-tree.ts";
import {
  addVote,
  selectAsset,
  selectContents,
  selectNodes,
  selectPublicSites,
  selectReaderPage,
  selectRedirect,
  selectReference,
  selectSite,
  selectVersionOfSite,
} from "./site.store.ts";
import type {
  ListedSite,
  PublishedSite,
  ReaderPage,
  Site,
  SiteOfReader,
  SiteRow,
  ReadReference,
} from "./site.types.ts";
import { openPreview } from "../../domain/docs/preview-token.ts";

/** What the portal reads of a region. */
export interface Sites {
  /** A cached site without waiting, or undefined if it has to be read first. */
  readonly peek: FreshSites<PublishedSite>["peek"];
  read(organizationSlug: string, documentationSlug: string): Promise<PublishedSite>;
  /** What a person who signed in sees now: nothing of it is cached. */
  readAs(
    organizationSlug: string,
    documentationSlug: string,
    credential: ReaderCredential,
  ): Promise<SiteOfReader>;
  /** One version, by the token of a preview link; null: the token opens nothing. */
  readPreview(
    organizationSlug: string,
    documentationSlug: string,
    preview: string,
  ): Promise<Site | null>;
  /** The documentations that anyone may read, of one organization, or of all with null. */
  list(organizationSlug: string | null): Promise<readonly ListedSite[]>;
  readTree(version: SiteRow): Promise<SiteTree>;
  readPage(version: SiteRow, node: PlacedNode): Promise<ReaderPage | null>;
  /** The document of an API reference as JSON text, its groups' descriptions, and its deprecations. */
  readReference(version: SiteRow, node: PlacedNode): Promise<ReadReference | null>;
  /** The Markdown of the given pages, by id. */
  readContents(version: SiteRow, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The page that an old address redirects to. */
  followRedirect(version: SiteRow, path: string): Promise<PlacedNode | null>;
  readAsset: (version: SiteRow, path: string) => ReturnType<typeof selectAsset>;
  search(version: SiteRow, text: string): Promise<readonly Find[]>;
  /** Counts a reader's vote on a page. `path` is the path of an existing page. */
  vote(version: SiteRow, path: string, isHelpful: boolean): Promise<void>;
}

export interface Find {
  readonly node: PlacedNode;
  /** The path and the title of a page of an API reference. Null if the item itself was found. */
  readonly below: { readonly path: string; readonly title: string } | null;
  readonly section: FoundPage["section"];
  /** The text, with each found word between U+E000 and U+E001. */
  readonly excerpt: string;
}

const maxCachedTrees = 50;
const takenFinds = 20;
/** Maximum number of results, which a reader scans by eye. */
const maxListed = 1000;

export function createSites(
  { database, sealer, clock }: Pick<Platform, "database" | "sealer" | "clock">,
  now?: () => number,
): Sites {
  const select = async ({ organizationSlug, documentationSlug }: Slugs): Promise<SiteRow[]> => {
    const rows = await selectSite(await database(), organizationSlug, documentationSlug);
    return widestFirst(rows.map((row) => stampDay(row, clock.now())));
  };
  const sites = createFreshSites<PublishedSite>(async (organizationSlug, documentationSlug) => {
    const slugs = { organizationSlug, documentationSlug };
    const rows = await select(slugs);
    const open = rows.filter(isPublic);
    return { open: toSite(slugs, open), isRestricted: open.length < rows.length };
  }, now);
  const trees = createRecentMap<string, Promise<SiteTree>>(maxCachedTrees);

  const readTree = (version: SiteRow): Promise<SiteTree> => {
    const key = `${version.versionId} ${version.treeVersion}`;
    const known = trees.get(key);
    if (known !== undefined) return known;
    const tree = database().then(async (db) => buildTree(await selectNodes(db, placeOf(version))));
    trees.set(key, tree);
    tree.catch(() => trees.delete(key));
    return tree;
  };

  return {
    peek: sites.peek,
    readTree,
    async read(organizationSlug, documentationSlug) {
      const found = await sites.read(organizationSlug, documentationSlug);
      return found ?? { open: null, isRestricted: false };
    },
    async readAs(organizationSlug, documentationSlug, credential) {
      const slugs = { organizationSlug, documentationSlug };
      const reader = await findReader(await database(), credential, organizationSlug, clock.now());
      if (reader === null) return { reader, site: null };
      const rows = await select(slugs);
      const shown = rows.filter(({ visibility, projectId }) =>
        reader.mayRead(visibility as Visibility, projectId),
      );
      return { reader, site: toSite(slugs, shown) };
    },
    async readPreview(organizationSlug, documentationSlug, preview) {
      const slugs = { organizationSlug, documentationSlug };
      return readPreview(await database(), slugs, preview, sealer);
    },
    list: async (organizationSlug) =>
      selectPublicSites(await database(), organizationSlug, maxListed),
    async readPage(version, node) {
      const db = await database();
      const page = await selectReaderPage(db, placeOf(version), node.id);
      if (page === undefined) return null;
      return isUpToDate(page, version) ? page : renderAnew(db, version, node, page);
    },
    async readReference(version, { id }) {
      const db = await database();
      const stored = await selectReference(db, placeOf(version), id);
      if (stored === undefined) return null;
      const place = { ...stored, organizationId: version.organizationId };
      return { ...stored, deprecations: await selectDeprecations(db, place, clock.now()) };
    },
    async readContents(version, ids) {
      if (ids.length === 0) return new Map();
      const rows = await selectContents(await database(), placeOf(version), ids);
      return new Map(rows.map(({ id, content }) => [id, content]));
    },
    async followRedirect(version, path) {
      const id = await selectRedirect(await database(), placeOf(version), path);
      return id === undefined ? null : ((await readTree(version)).byId.get(id) ?? null);
    },
    readAsset: async (version, path) => selectAsset(await database(), placeOf(version), path),
    vote: async (version, path, isHelpful) => addVote(await database(), version, path, isHelpful),
    async search(version, text) {
      const [tree, found] = await Promise.all([
        readTree(version),
        database().then((db) => searchVersions(db, [version], text, { skip: 0, take: takenFinds })),
      ]);
      return found.items.flatMap(({ id, path, title, section, excerpt }) => {
        const node = tree.byId.get(id);
        const below = path === null || path === "" ? null : { path, title };
        return node === undefined ? [] : [{ node, below, section, excerpt }];
      });
    },
  };
}

interface Slugs {
  readonly organizationSlug: string;
  readonly documentationSlug: string;
}

/** A page is rendered when it is saved, but the targets of its links may have been added since. */
function isUpToDate({ html, links }: ReaderPage, { allowsExternalImages }: SiteRow): boolean {
  if (html === null) return false;
  return !(links ?? []).some((one) => {
    const { kind, target, resolves } = one as Readonly<Record<string, unknown>>;
    const isElsewhere = kind === "image" && /^(?:https?:)?\/\//i.test(String(target));
    return resolves === false || (isElsewhere && !allowsExternalImages);
  });
}

async function renderAnew(
  db: Database,
  version: SiteRow,
  { id, parentId: folderId, title }: PlacedNode,
  page: ReaderPage,
): Promise<ReaderPage> {
  const index = await readLinkIndex(db, placeOf(version));
  const placed = { id, folderId, title, head: page.frontMatter };
  const { columns } = await renderPage(index, placed, page.content);
  const { html, headings } = columns;
  return { ...page, html, headings: JSON.parse(headings) as unknown[] };
}

function isPublic({ visibility }: SiteRow): boolean {
  return visibility === "public";
}

async function readPreview(
  db: Database,
  slugs: Slugs,
  preview: string,
  sealer: Sealer,
): Promise<Site | null> {
  const versionId = openPreview(sealer, preview, new Date());
  if (versionId === null) return null;
  const { organizationSlug, documentationSlug } = slugs;
  const row = await selectVersionOfSite(db, organizationSlug, documentationSlug, versionId);
  const site = row === undefined ? null : toSite(slugs, [row]);
  return site === null ? null : { ...site, isPreview: true };
}

function toSite(slugs: Slugs, versions: readonly SiteRow[]): Site | null {
  const [first] = versions;
  if (first === undefined) return null;
  const { name, logoUrl, faviconUrl, primaryColor, typeface, allowsExternalImages } = first;
  const branding = { logoUrl, faviconUrl, primaryColor, typeface };
  const labels = versions.map(({ label }) => label);
  const stamp = JSON.stringify([name, branding, allowsExternalImages, ...labels]);
  return { ...slugs, name, ...branding, allowsExternalImages, versions, stamp, isPreview: false };
}

/** References show the days left, which change each day. */
function stampDay(row: SiteRow, now: Date): SiteRow {
  if (row.deprecationStamp === null) return row;
  const day = now.toISOString().slice(0, 10);
  return { ...row, deprecationStamp: `${row.deprecationStamp} ${day}` };
}

function placeOf({ organizationId, versionId }: SiteRow): Place {
  return { organizationId, versionId };
}
