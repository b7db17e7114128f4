import type { MasterKey } from "../../platform/crypto/master-key.ts";
import type { DatabaseLocation } from "../../platform/database/open-database.ts";

/** The installation to check, as its settings describe it. */
export interface DoctorTarget {
  readonly dataFolder: string;
  readonly host: string;
  readonly port: number;
  /** Where metrics are served, or null. */
  readonly metrics: {
    readonly host: string;
    readonly port: number;
    /** Whether a setting names it, so that the server does not start without it. */
    readonly isExplicit: boolean;
  } | null;
  /** The keys of LINTEL_MASTER_KEY; null if they are in a file of the data folder. */
  readonly masterKeys: readonly MasterKey[] | null;
  readonly regions: readonly {
    readonly region: string;
    readonly location: DatabaseLocation;
    /** null: no Redis is configured. */
    readonly redis: string | null;
  }[];
  /** Where the portal is served, or null. */
  readonly portal: { readonly port: number; readonly isExplicit: boolean } | null;
  /** What is wrong with each unknown variable LINTEL_…. */
  readonly unknownSettings: readonly string[];
  /** The newest schema that this version knows. */
  readonly migrations: readonly string[];
}

/** The result of a check. `fix` says how to correct a problem. */
export interface Finding {
  readonly status: "ok" | "warning" | "fault";
  readonly text: string;
  readonly fix?: string;
}

/** A check of one part of an installation. It changes nothing. */
export interface Check {
  readonly name: string;
  readonly summary: string;
  look(target: DoctorTarget): Promise<readonly Finding[]>;
}

export const ok = (text: string): Finding => ({ status: "ok", text });
export const warning = (text: string, fix: string): Finding => ({ status: "warning", text, fix });
export const fault = (text: string, fix: string): Finding => ({ status: "fault", text, fix });
