/** An entry of the sidebar, or of the header. */
export interface NavItem {
  readonly title: string;
  /** null: a folder that is no page itself. */
  readonly href: string | null;
  readonly icon: string | null;
  readonly isCurrent: boolean;
  /** A verb, for an operation of an API reference. */
  readonly method?: string;
  readonly isDeprecated?: boolean;
  /** A group whose entries are listed on its own page alone. */
  readonly isClosed?: boolean;
  readonly children: readonly NavItem[];
}

export interface LinkedTitle {
  readonly title: string;
  readonly href: string;
}

/** What all pages of a version have around them. */
export interface SiteView {
  readonly name: string;
  /** Address of the version's first page, without a trailing slash. */
  readonly base: string;
  readonly logoUrl: string | null;
  /** The icon of the site, which every site has. */
  readonly iconHref: string;
  /** Where the accent of the branding is; null: the usual one. */
  readonly brandHref: string | null;
  readonly sections: readonly NavItem[];
  readonly versions: readonly (LinkedTitle & { readonly isCurrent: boolean })[];
  /** Drafts are shown to who was given a link. */
  readonly isPreview: boolean;
  /** Where search asks: `?q=` is added. */
  readonly searchHref: string;
  /** Absolute, for canonical links and Open Graph. */
  readonly origin: string;
}

export interface OutlineItem {
  readonly id: string;
  readonly text: string;
  readonly children: readonly OutlineItem[];
}

export interface PageView {
  readonly title: string;
  readonly description: string;
  /** Address below the portal, such as `/acme/guide/install`. */
  readonly href: string;
  /** Address of the same page in the version that readers see first. */
  readonly canonicalHref: string;
  /** Made safe by who rendered it. */
  readonly body: string;
  /** The body begins with the page's own heading. */
  readonly hasHeading: boolean;
  readonly outline: readonly OutlineItem[];
  readonly navigation: readonly NavItem[];
  /** Where the sidebar leads back to, from a part with a way of its own. */
  readonly back?: LinkedTitle | null;
  readonly breadcrumbs: readonly { readonly title: string; readonly href: string | null }[];
  readonly previous: LinkedTitle | null;
  readonly next: LinkedTitle | null;
  /** RFC 3339; null where nobody wants to know. */
  readonly modifiedAt: string | null;
  /** Its Markdown; null where there is none. */
  readonly markdownHref: string | null;
  /** Whether search engines may list it. */
  readonly isIndexed?: boolean;
  /** Where its file is edited; null where nobody said. */
  readonly editHref?: string | null;
  /** Where an answer to "Was this page helpful?" goes: `&answer=` is added; null where nobody asks. */
  readonly helpfulHref?: string | null;
  /** What it shows needs the width of the page more than short lines. */
  readonly isWide?: boolean;
  /** Stylesheets beside the portal's own. */
  readonly stylesheets: readonly string[];
}
