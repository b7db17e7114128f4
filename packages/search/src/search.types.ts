/** What a page has below one heading. */
export interface SearchSection {
  readonly heading: string;
  readonly text: string;
}

/** A page as the search reads it. The text before the first heading is a section with an empty heading. */
export interface SearchPage {
  readonly title: string;
  readonly sections: readonly SearchSection[];
}

/** A page that was found, or one of several sections of it. */
export interface PageHit {
  /** Its place in the order in which pages were added. */
  readonly page: number;
  /** The place in the page of the section that answers best. */
  readonly section: number;
  readonly score: number;
}

export interface Hits {
  /** The best first. */
  readonly pages: readonly PageHit[];
  /** How many were found, with those that were not asked for. */
  readonly total: number;
  /** The terms of the index that the words of the query stand for. */
  readonly terms: ReadonlySet<string>;
}
