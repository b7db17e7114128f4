import type { Token } from "markdown-it";
import { shorten } from "@lintel/json/shorten";
import { limits } from "../values/limits.ts";
import type {
  LinkKind,
  LinkTarget,
  PageLink,
  PageResolvers,
  ResolvedAsset,
} from "../values/page.types.ts";
import { classifyAddress } from "../values/classify-address.ts";
import type { Verdict } from "../syntax/links.ts";
import type { PageState } from "../state/page-env.ts";
import { plainText } from "../values/plain-text.ts";

/** A link or image of the page, with its token. */
interface Found {
  readonly token: Token;
  /** The closing token of a link. */
  close: Token | null;
  readonly target: string;
  readonly line: number;
}

/** The resolver's answer for each target. */
interface Answers {
  readonly links: ReadonlyMap<string, string | null>;
  readonly assets: ReadonlyMap<string, ResolvedAsset | null>;
}

function findInLine(token: Token, startLine: number, found: Found[]): void {
  let line = startLine;
  let open: Found | null = null;
  for (const child of token.children ?? []) {
    if (child.type === "softbreak" || child.type === "hardbreak") line += 1;
    else if (child.type === "link_open") {
      open = { token: child, close: null, target: String(child.attrGet("href") ?? ""), line };
      found.push(open);
    } else if (child.type === "link_close" && open !== null) {
      open.close = child;
      open = null;
    } else if (child.type === "image") {
      found.push({ token: child, close: null, target: String(child.attrGet("src") ?? ""), line });
    }
  }
}

function findAll(tokens: readonly Token[]): Found[] {
  const found: Found[] = [];
  let line = 0;
  for (const token of tokens) {
    line = token.map?.[0] ?? line;
    if (token.type === "inline") findInLine(token, line, found);
  }
  return found;
}

function splitTarget(target: string): LinkTarget {
  const at = target.indexOf("#");
  return at < 0
    ? { target, path: target, fragment: null }
    : { target, path: target.slice(0, at), fragment: target.slice(at + 1) };
}

const isImage = ({ token }: Found) => token.type === "image";

async function resolveAll<Answer>(
  targets: Iterable<string>,
  ask: (target: string) => Answer | null | Promise<Answer | null>,
): Promise<Map<string, Answer | null>> {
  const wanted = [...new Set(targets)].slice(0, limits.targets);
  const answers = await Promise.all(wanted.map(async (target) => ask(target)));
  return new Map(wanted.map((target, at) => [target, answers[at] ?? null]));
}

async function resolveTargets(found: readonly Found[], resolvers: PageResolvers): Promise<Answers> {
  const { resolveLink, resolveAsset } = resolvers;
  const pages = found.filter(
    (one) => !isImage(one) && one.target !== "" && classifyAddress(one.target) === "page",
  );
  const images = found.filter((one) => isImage(one) && isImageAddress(one.target));
  const [links, assets] = await Promise.all([
    resolveLink === undefined
      ? new Map<string, string | null>()
      : resolveAll(
          pages.map(({ target }) => target),
          async (target) => (await resolveLink(splitTarget(target)))?.href ?? null,
        ),
    resolveAsset === undefined
      ? new Map<string, ResolvedAsset | null>()
      : resolveAll(
          images.map(({ target }) => target),
          resolveAsset,
        ),
  ]);
  return { links, assets };
}

const isImageAddress = (target: string) => {
  const kind = classifyAddress(target);
  return target !== "" && (kind === "page" || kind === "external");
};

interface CheckResult {
  readonly verdict: Verdict;
  readonly kind: LinkKind;
  readonly resolves: boolean | null;
}

const refused: Verdict = { address: null, isExternal: false };

function checkImage(one: Found, page: PageState, resolvers: PageResolvers, answers: Answers) {
  const { target, line, token } = one;
  const kind = "image" as const;
  if (plainText(token.children).trim() === "") {
    page.warn("IMAGE_WITHOUT_TEXT", "An image has no text for those who cannot see it", line);
  }
  if (!isImageAddress(target)) {
    page.warn("IMAGE_REFUSED", `An image cannot be \`${shorten(target, maxTarget)}\``, line);
    return { verdict: refused, kind, resolves: false };
  }
  const asset = answers.assets.get(target) ?? null;
  if (asset !== null && isImageAddress(asset.src)) {
    const { src, width, height } = asset;
    return { verdict: { address: src, isExternal: false, width, height }, kind, resolves: true };
  }
  if (resolvers.resolveAsset === undefined && classifyAddress(target) === "page") {
    return { verdict: { address: target, isExternal: false }, kind, resolves: null };
  }
  const message =
    classifyAddress(target) === "external"
      ? `The image \`${shorten(target, maxTarget)}\` is on another site and is not shown: add it to the documentation`
      : `There is no image \`${shorten(target, maxTarget)}\``;
  page.warn("IMAGE_UNRESOLVED", message, line);
  return { verdict: refused, kind, resolves: false };
}

const maxTarget = 100;

function decodeFragment(target: string): string {
  try {
    return decodeURIComponent(target.slice(1));
  } catch {
    return target.slice(1);
  }
}

/** Maps an anchor in the form of another tool to the heading's own; null if no heading matches. */
function findAnchor(target: string, { ids, aliases }: PageState): string | null {
  const id = decodeFragment(target);
  if (target === "#" || ids.has(id)) return target;
  const known = aliases.get(id);
  return known === undefined ? null : `#${encodeURIComponent(known)}`;
}

function checkLink(
  { target, line }: Found,
  page: PageState,
  resolvers: PageResolvers,
  answers: Answers,
): CheckResult {
  const kind = target === "" ? null : classifyAddress(target);
  const missing = (kind: LinkKind): CheckResult => {
    page.warn("LINK_UNRESOLVED", `The link \`${shorten(target, maxTarget)}\` leads nowhere`, line);
    return { verdict: refused, kind, resolves: false };
  };
  if (target === "") return missing("page");
  if (kind === null) {
    page.warn("LINK_REFUSED", `A link cannot lead to \`${shorten(target, maxTarget)}\``, line);
    return { verdict: refused, kind: "refused", resolves: false };
  }
  if (kind === "anchor") {
    const address = findAnchor(target, page);
    return address === null
      ? missing(kind)
      : { verdict: { address, isExternal: false }, kind, resolves: true };
  }
  if (kind !== "page") {
    return { verdict: { address: target, isExternal: kind === "external" }, kind, resolves: null };
  }
  if (resolvers.resolveLink === undefined) {
    return { verdict: { address: target, isExternal: false }, kind, resolves: null };
  }
  const href = answers.links.get(target) ?? null;
  const led = href === null ? null : classifyAddress(href);
  if (href === null || led === null) return missing(kind);
  return { verdict: { address: href, isExternal: led === "external" }, kind, resolves: true };
}

/** A broken link may lead somewhere later, and the available images may change. */
function rankLink({ kind, resolves }: PageLink): number {
  if (resolves === false) return 0;
  return kind === "image" ? 1 : 2;
}

/** If there are too many links, each target once: broken ones first, then images. */
function boundList(links: readonly PageLink[]): PageLink[] {
  if (links.length <= limits.links) return [...links];
  const distinct = new Map<string, PageLink>();
  for (const link of links) {
    const key = `${link.kind} ${link.target}`;
    if (!distinct.has(key)) distinct.set(key, link);
  }
  return [...distinct.values()]
    .toSorted((left, right) => rankLink(left) - rankLink(right))
    .slice(0, limits.links);
}

/**
 * Resolves the links and images of a page, once for each target, and stores on their tokens how they are written.
 * Returns them in order, or the most important ones if there are too many to list.
 */
export async function checkLinks(
  tokens: readonly Token[],
  page: PageState,
  resolvers: PageResolvers,
): Promise<PageLink[]> {
  const found = findAll(tokens);
  if (found.length === 0) return [];
  const answers = await resolveTargets(found, resolvers);
  const links = found.map((one): PageLink => {
    const check = isImage(one) ? checkImage : checkLink;
    const { verdict, kind, resolves } = check(one, page, resolvers, answers);
    one.token.meta = { ...one.token.meta, verdict };
    if (one.close !== null) one.close.meta = { ...one.close.meta, verdict };
    return { kind, target: one.target, line: one.line + 1 + page.linesBefore, resolves };
  });
  return boundList(links);
}
