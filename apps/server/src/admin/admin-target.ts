import type { RestoreSummary } from "../platform/backup/restore-backup.ts";
import type { BackedUpRegion } from "../transports/admin/admin-socket.ts";

/** A region as the operator's command works on it. */
export interface AdministeredRegion extends BackedUpRegion {
  restore(file: string, operator: string, dropsSecrets: boolean): Promise<RestoreSummary>;
}

/** The installation that commands are for. */
export interface AdminTarget {
  readonly regions: readonly string[];
  /** Where the running server listens for commands, if one runs. */
  readonly socketPath: string;
  /** Opens the installation in this process; only called where no server runs. */
  open(): Promise<{ readonly cells: readonly AdministeredRegion[]; close(): Promise<void> }>;
}
