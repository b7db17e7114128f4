import type { LintOptions } from "@lintel/openapi/lint-options";
import type { At, Json, Stamped } from "../../platform/database/column.types.ts";
import type { OfVersion } from "../../domain/version-columns.types.ts";

/** What was imported last into a version, as it came: the base of the next merge. */
export interface SpecSourceRow extends OfVersion {
  format: string;
  fileName: string | null;
  address: string | null;
  /** SHA-256 of the text in UTF-8, as hex. */
  digest: string;
  /** Null where it is `compressed`. */
  text: string | null;
  /** The text in UTF-8, as gzip; null where an import before migration 011 wrote it. */
  compressed: Uint8Array | null;
  importedAt: At;
}

export interface SpecExternalDocumentRow extends OfVersion {
  /** Without a fragment. */
  address: string;
  text: string;
  fetchedAt: At;
}

/** How an organization judges documents: rule name → severity. */
export interface DesignSettingsRow extends Stamped {
  organizationId: string;
  lintRules: Json<Record<string, string>>;
  compareRules: Json<Record<string, string>>;
  /** Rules with settings; empty where none were ever set. */
  lintOptions: Json<Partial<LintOptions>>;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    specSource: SpecSourceRow;
    specExternalDocument: SpecExternalDocumentRow;
    designSettings: DesignSettingsRow;
  }
}
