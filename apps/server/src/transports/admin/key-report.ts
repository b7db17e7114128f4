/** The state of the installation's master keys for an operator. */
export interface KeyReport {
  /** The setting or file that contains the keys. */
  readonly source: string;
  readonly keys: readonly KeyLine[];
  readonly regions: readonly RegionKeyLine[];
  /** The fingerprint of the key that this rotation created, if any. */
  readonly madeKey?: string;
}

export interface KeyLine {
  readonly fingerprint: string;
  /** Whether a region still needs it; otherwise only earlier backups do. */
  readonly isNeeded: boolean;
}

export interface RegionKeyLine {
  readonly region: string;
  /** null: the region has no data yet and will use the newest key. */
  readonly active: string | null;
  /** `waiting`: a newer key is configured, and `rotate` has not been run yet. */
  readonly state: "settled" | "waiting" | "rotating";
}

/** The operator's interface to the master keys. */
export interface KeyKeeper {
  report(): Promise<KeyReport>;
  /**
   * Begins to use the newest key in every region of this installation. First creates one if the keys are a file and all
   * regions use its newest. `waits`: until everything is converted.
   */
  rotate(operator: string, waits: boolean): Promise<KeyReport>;
}
