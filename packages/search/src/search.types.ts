/** The text of a page below one heading. */
export interface SearchSection {
  readonly heading: string;
  readonly text: string;
}

/** A page for indexing. The text before the first heading is a section with an empty heading. */
export interface SearchPage {
  readonly title: string;
  readonly sections: readonly SearchSection[];
}

/** A page that was found, or one of several sections of it. */
export interface PageHit {
  /** Its index in the order in which pages were added. */
  readonly page: number;
  /** The index of the best matching section in the page. */
  readonly section: number;
  readonly score: number;
}

export interface Hits {
  /** The best first. */
  readonly pages: readonly PageHit[];
  /** The number of all results, including those beyond the requested page. */
  readonly total: number;
  /** The terms of the index that match the words of the query. */
  readonly terms: ReadonlySet<string>;
}
