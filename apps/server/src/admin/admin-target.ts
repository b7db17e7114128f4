import type { RestoreConsent } from "../platform/backup/check-backup.ts";
import type { RestoreSummary } from "../platform/backup/restore-backup.ts";
import type { KeyKeeper } from "../transports/admin/key-report.ts";
import type { BackedUpRegion } from "../transports/admin/admin-socket.ts";

/** A region, as the operator's commands use it. */
export interface AdministeredRegion extends BackedUpRegion {
  restore(file: string, operator: string, consent: RestoreConsent): Promise<RestoreSummary>;
}

/** The installation, opened in this process. */
export interface OpenTarget {
  readonly cells: readonly AdministeredRegion[];
  readonly keeper: KeyKeeper;
  close(): Promise<void>;
}

/** The installation on which commands work. */
export interface AdminTarget {
  readonly regions: readonly string[];
  /** Socket of the running server, if one runs. */
  readonly socketPath: string;
  /** Opens the installation in this process; called only if no server runs. */
  open(): Promise<OpenTarget>;
}
