import type { LintOptions } from "@lintel/openapi/lint-options";
import type { At, Json, Stamped } from "../../platform/database/column.types.ts";
import type { OfVersion } from "../../domain/version-columns.types.ts";

/** The last imported text of a version, unchanged: the base of the next merge. */
export interface SpecSourceRow extends OfVersion {
  format: string;
  fileName: string | null;
  address: string | null;
  /** SHA-256 of the text in UTF-8, as hex. */
  digest: string;
  /** Null if it is in `compressed`. */
  text: string | null;
  /** The text in UTF-8, compressed with gzip. Null for imports before migration 011. */
  compressed: Uint8Array | null;
  importedAt: At;
}

export interface SpecExternalDocumentRow extends OfVersion {
  /** Without a fragment. */
  address: string;
  text: string;
  fetchedAt: At;
}

/** The rule settings of an organization: rule name → severity. */
export interface DesignSettingsRow extends Stamped {
  organizationId: string;
  lintRules: Json<Record<string, string>>;
  compareRules: Json<Record<string, string>>;
  /** Rules with settings. Empty if none were ever set. */
  lintOptions: Json<Partial<LintOptions>>;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    specSource: SpecSourceRow;
    specExternalDocument: SpecExternalDocumentRow;
    designSettings: DesignSettingsRow;
  }
}
