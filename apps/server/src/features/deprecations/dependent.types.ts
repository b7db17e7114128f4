/** Something that uses what is deprecated, in a project whose owners can be notified. */
export interface Dependent {
  readonly projectId: string;
  /** For people: `the suite Orders calls GET /orders`. */
  readonly reason: string;
}

/** A deprecation that owners of dependents are notified of. */
export interface AnnouncedEnd {
  /** The method and path without the names of variables, or the id of the version. */
  readonly key: string;
  readonly label: string;
  readonly sunsetAt: Date;
  readonly migrationGuide: string | null;
}
