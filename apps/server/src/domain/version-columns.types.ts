/** The columns that say which version a row belongs to. */
export interface OfVersion {
  organizationId: string;
  versionId: string;
}
