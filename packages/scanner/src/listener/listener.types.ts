/** An address at which the target can reach the scan, and which remembers who asked. */
export interface ScanListener {
  /** The address for a token: a target that is made to request it shows that it does. */
  addressFor(token: string): string;
  /** Whether the address of a token was requested, after a short wait for targets that queue. */
  wasRequested(token: string): Promise<boolean>;
}
