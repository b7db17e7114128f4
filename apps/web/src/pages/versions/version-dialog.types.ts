import type { Version } from "./use-versions.ts";

/** What every dialog about a version gets. */
export interface VersionDialogProps {
  readonly version: Version;
  /** All versions, the newest first. */
  readonly versions: readonly Version[];
  readonly onClose: () => void;
}
