/** Which run, in which organization: ids are chosen by callers, so they are unique in one alone. */
export interface RunRef {
  readonly organizationId: string;
  readonly id: string;
}
