/** What an operator reads of the installation's master keys. */
export interface KeyReport {
  /** The setting or file that holds the keys. */
  readonly source: string;
  readonly keys: readonly KeyLine[];
  readonly regions: readonly RegionKeyLine[];
  /** The fingerprint of a key that this very rotation made, where it made one. */
  readonly madeKey?: string;
}

export interface KeyLine {
  readonly fingerprint: string;
  /** Whether a region still needs it; where none does, only backups of before do. */
  readonly isNeeded: boolean;
}

export interface RegionKeyLine {
  readonly region: string;
  /** null: the region has no data yet and will begin with the newest key. */
  readonly active: string | null;
  /** `waiting`: a newer key was given, and `rotate` has not been run yet. */
  readonly state: "settled" | "waiting" | "rotating";
}

/** The operator's view of the master keys. */
export interface KeyKeeper {
  report(): Promise<KeyReport>;
  /**
   * Begins to use the newest key in every region of this installation; makes one first where the keys
   * are a file and all regions use its newest. `waits`: until all is brought over.
   */
  rotate(operator: string, waits: boolean): Promise<KeyReport>;
}
