import type { DatabaseLocation } from "../../platform/database/open-database.ts";

/** The installation that is looked at, as its settings describe it. */
export interface DoctorTarget {
  readonly dataFolder: string;
  readonly host: string;
  readonly port: number;
  /** Where metrics are served; null: nowhere. */
  readonly metrics: {
    readonly host: string;
    readonly port: number;
    /** Whether a setting names it, so that nothing starts without it. */
    readonly isExplicit: boolean;
  } | null;
  /** Whether LINTEL_MASTER_KEY is set; else the key is a file of the data folder. */
  readonly hasMasterKeySetting: boolean;
  readonly regions: readonly { readonly region: string; readonly location: DatabaseLocation }[];
  /** The newest schema that this version knows. */
  readonly migrations: readonly string[];
}

/** What a check found. `fix` says how to mend what is not in order. */
export interface Finding {
  readonly status: "ok" | "warning" | "fault";
  readonly text: string;
  readonly fix?: string;
}

/** One thing that may be wrong with an installation; it changes nothing. */
export interface Check {
  readonly name: string;
  readonly summary: string;
  look(target: DoctorTarget): Promise<readonly Finding[]>;
}

export const ok = (text: string): Finding => ({ status: "ok", text });
export const warning = (text: string, fix: string): Finding => ({ status: "warning", text, fix });
export const fault = (text: string, fix: string): Finding => ({ status: "fault", text, fix });
