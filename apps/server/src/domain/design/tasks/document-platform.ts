import type { Platform } from "../../../platform/kernel/platform.ts";
import type { DocumentWork } from "./document-work.ts";

/** The platform of features that work on whole documents. */
export interface DocumentPlatform extends Platform {
  readonly documents: DocumentWork;
}
