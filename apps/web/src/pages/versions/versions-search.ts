export const versionDialogs = [
  "create",
  "publish",
  "sunset",
  "delete",
  "import",
  "export",
  "share",
] as const;
export type VersionDialog = (typeof versionDialogs)[number];

export interface VersionsSearch {
  /** The dialog that is open. */
  readonly open?: VersionDialog | undefined;
  /** The version that the dialog is about. Default: that of the address. */
  readonly of?: string | undefined;
}
