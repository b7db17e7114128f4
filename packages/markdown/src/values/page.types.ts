import type { EmbedModel, EmbedReference } from "./embed.types.ts";
import type { FrontMatter } from "./front-matter.types.ts";
import type { PageWarning } from "./warning.ts";

type Awaitable<Value> = Value | Promise<Value>;

/** The syntax of a page. */
export type PageFormat = "md" | "mdx";

/** A link to another page of the same site, as written and in its parts. */
export interface LinkTarget {
  readonly target: string;
  /** Before the first `#`. */
  readonly path: string;
  /** After the first `#`; null without one. */
  readonly fragment: string | null;
}

export interface ResolvedLink {
  readonly href: string;
}

export interface ResolvedAsset {
  readonly src: string;
  /** In pixels, so that nothing moves while the image loads. */
  readonly width?: number;
  readonly height?: number;
}

/**
 * Resolves what a page refers to; null means that it does not exist. Without a resolver, links and images of the same
 * origin are kept as written, and other images are not shown.
 */
export interface PageResolvers {
  /** Called once for every different target without a scheme that is not on this page. */
  readonly resolveLink?: (link: LinkTarget) => Awaitable<ResolvedLink | null>;
  /** Called once for every different image, including those of other origins. */
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

/** The text between one heading and the next, for a search index. */
export interface TextSection {
  /** Id of the heading; null for the text before the first one. */
  readonly id: string | null;
  readonly level: number;
  readonly heading: string;
  readonly body: string;
  readonly code: string;
}

/** `address` is mail or telephone; `refused` has a target that is not allowed. */
export type LinkKind = "page" | "anchor" | "external" | "address" | "image" | "refused";

export interface PageLink {
  readonly kind: LinkKind;
  /** As written. */
  readonly target: string;
  readonly line: number;
  /** Null if unknown: other origins, and links without a resolver. */
  readonly resolves: boolean | null;
}

export interface PageEmbed {
  readonly reference: EmbedReference;
  readonly line: number;
  readonly resolves: boolean;
}

export interface RenderedPage {
  /** Free of scripts and inline styles; contains only what `safety/allowed-html.ts` allows. */
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly text: { readonly title: string; readonly sections: readonly TextSection[] };
  /**
   * In order. If a page has more than `limits.links`, each target once, up to that number: broken links first, then
   * images, then the rest.
   */
  readonly links: readonly PageLink[];
  readonly embeds: readonly PageEmbed[];
  readonly warnings: readonly PageWarning[];
  /** From the front matter, or the beginning of the first paragraph; empty without either. */
  readonly description: string;
  readonly frontMatter: FrontMatter;
}
