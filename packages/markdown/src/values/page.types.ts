import type { EmbedModel, EmbedReference } from "./embed.types.ts";
import type { FrontMatter } from "./front-matter.types.ts";
import type { PageWarning } from "./warning.ts";

type Awaitable<Value> = Value | Promise<Value>;

/** How a page is written. */
export type PageFormat = "md" | "mdx";

/** A link to another page of the same site, as it is written and in its parts. */
export interface LinkTarget {
  readonly target: string;
  /** Before the first `#`. */
  readonly path: string;
  /** Behind the first `#`; null without one. */
  readonly fragment: string | null;
}

export interface ResolvedLink {
  readonly href: string;
}

export interface ResolvedAsset {
  readonly src: string;
  /** Pixels, so that nothing moves while the image loads. */
  readonly width?: number;
  readonly height?: number;
}

/**
 * What a page refers to, answered by its caller; null says that there is no such thing. Without a resolver, links and
 * images of the own origin are kept as written and images of others are not shown.
 */
export interface PageResolvers {
  /** Asked once for every different target without a scheme that is not of this page. */
  readonly resolveLink?: (link: LinkTarget) => Awaitable<ResolvedLink | null>;
  /** Asked once for every different image, those of other origins included. */
  readonly resolveAsset?: (target: string) => Awaitable<ResolvedAsset | null>;
  readonly resolveEmbed?: (reference: EmbedReference) => Awaitable<EmbedModel | null>;
}

/** A heading of the table of contents with those below it. */
export interface Heading {
  readonly id: string;
  readonly level: number;
  readonly text: string;
  readonly children: readonly Heading[];
}

/** What stands between one heading and the next, for a search index. */
export interface TextSection {
  /** Of the heading; null for what stands before the first one. */
  readonly id: string | null;
  readonly level: number;
  readonly heading: string;
  readonly body: string;
  readonly code: string;
}

/** `address` is mail or telephone; `refused` leads where no link may. */
export type LinkKind = "page" | "anchor" | "external" | "address" | "image" | "refused";

export interface PageLink {
  readonly kind: LinkKind;
  /** As it is written. */
  readonly target: string;
  readonly line: number;
  /** Null where nobody could say: other origins, and links without a resolver. */
  readonly resolves: boolean | null;
}

export interface PageEmbed {
  readonly reference: EmbedReference;
  readonly line: number;
  readonly resolves: boolean;
}

export interface RenderedPage {
  /** Free of scripts and inline styles; allowed by `safety/allowed-html.ts` and nothing besides. */
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly text: { readonly title: string; readonly sections: readonly TextSection[] };
  /**
   * In their order. Where a page has more than `limits.links`, each target once and at most so many: what leads nowhere,
   * then images, then the rest.
   */
  readonly links: readonly PageLink[];
  readonly embeds: readonly PageEmbed[];
  readonly warnings: readonly PageWarning[];
  /** That of the front matter, or the beginning of the first paragraph; empty where there is neither. */
  readonly description: string;
  readonly frontMatter: FrontMatter;
}
