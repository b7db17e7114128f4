/** The keys that describe a page. */
export interface FrontMatterFields {
  readonly title?: string;
  readonly slug?: string;
  readonly order?: number;
  readonly icon?: string;
  readonly description?: string;
}

export type FrontMatterKey = keyof FrontMatterFields;

export interface FrontMatter {
  readonly fields: FrontMatterFields;
  /** Unknown keys, kept as they were read. */
  readonly others: Readonly<Record<string, unknown>>;
  /** The text from the byte order mark to the closing fence and its line break; empty without front matter. */
  readonly source: string;
}
