/** A scan run's id with its organization, as its job carries it. */
export interface ScanRef {
  readonly organizationId: string;
  readonly id: string;
}
