import type { Platform } from "../../../platform/kernel/platform.ts";
import type { DocumentWork } from "./document-work.ts";

/** What features stand on that work on whole documents. */
export interface DocumentPlatform extends Platform {
  readonly documents: DocumentWork;
}
