/** A run's id with its organization: callers choose ids, so they are unique only within one. */
export interface RunRef {
  readonly organizationId: string;
  readonly id: string;
}
