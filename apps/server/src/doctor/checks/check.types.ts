import type { MasterKey } from "../../platform/crypto/master-key.ts";
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
  /** Those of LINTEL_MASTER_KEY; null where they are a file of the data folder. */
  readonly masterKeys: readonly MasterKey[] | null;
  readonly regions: readonly {
    readonly region: string;
    readonly location: DatabaseLocation;
    /** null: no Redis is set. */
    readonly redis: string | null;
  }[];
  /** Where the portal is served; null: nowhere. */
  readonly portal: { readonly port: number; readonly isExplicit: boolean } | null;
  /** What is wrong with each variable LINTEL_… that is none of ours. */
  readonly unknownSettings: readonly string[];
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
