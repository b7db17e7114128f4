/** What a stored page is found by. */
export interface PagePlace {
  readonly organizationId: string;
  readonly versionId: string;
  /** Of fixed length, whatever was asked for. */
  readonly address: string;
  /** Of all that the page is made from at this moment: one that was made from another is not found. */
  readonly state: string;
}

/** A page as it is sent. */
export interface StoredPage {
  readonly etag: string;
  /** Names and values in turn, but for those that follow from the coding. */
  readonly headers: readonly string[];
  /** Compressed, as its address says. */
  readonly body: Buffer;
}

/** A page that is to be stored. */
export interface KeptPage {
  readonly place: PagePlace;
  readonly page: StoredPage;
}
