/** An entry of the sidebar, or of the header. */
export interface NavItem {
  readonly title: string;
  /** null: a folder without a page of its own. */
  readonly href: string | null;
  readonly icon: string | null;
  readonly isCurrent: boolean;
  /** The HTTP method of an operation in an API reference. */
  readonly method?: string;
  readonly isDeprecated?: boolean;
  /** A group whose entries are listed only on its own page. */
  readonly isClosed?: boolean;
  readonly children: readonly NavItem[];
}

export interface LinkedTitle {
  readonly title: string;
  readonly href: string;
}

/** What all pages of a version have in common around their text. */
export interface SiteView {
  readonly name: string;
  /** Address of the version's first page, without a trailing slash. */
  readonly base: string;
  readonly logoUrl: string | null;
  /** The icon of the site. Every site has one. */
  readonly iconHref: string;
  /** The stylesheet of the branding; null for the default one. */
  readonly brandHref: string | null;
  readonly sections: readonly NavItem[];
  readonly versions: readonly (LinkedTitle & { readonly isCurrent: boolean })[];
  /** A draft, shown to readers with a preview link. */
  readonly isPreview: boolean;
  /** Address of the search; `?q=` is appended. */
  readonly searchHref: string;
  /** Absolute, for canonical links and Open Graph. */
  readonly origin: string;
  /** Who signed in to read it; null: anyone may read it. */
  readonly reader: { readonly name: string; readonly signOutHref: string } | null;
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
  /** Made safe by the caller. */
  readonly body: string;
  /** The body begins with the page's own heading. */
  readonly hasHeading: boolean;
  readonly outline: readonly OutlineItem[];
  readonly navigation: readonly NavItem[];
  /** The target of the sidebar's back link, for a part with its own navigation. */
  readonly back?: LinkedTitle | null;
  readonly breadcrumbs: readonly { readonly title: string; readonly href: string | null }[];
  readonly previous: LinkedTitle | null;
  readonly next: LinkedTitle | null;
  /** RFC 3339; null if it is not shown. */
  readonly modifiedAt: string | null;
  /** Its Markdown; null where there is none. */
  readonly markdownHref: string | null;
  /** Whether search engines may index it. */
  readonly isIndexed?: boolean;
  /** Where its file is edited; null if unknown. */
  readonly editHref?: string | null;
  /** Where an answer to "Was this page helpful?" is sent; `&answer=` is appended. null: the question is not shown. */
  readonly helpfulHref?: string | null;
  /** Uses the full width of the page instead of short lines. */
  readonly isWide?: boolean;
  /** Additional stylesheets. */
  readonly stylesheets: readonly string[];
}
