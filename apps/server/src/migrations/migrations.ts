import type { Migrations } from "../platform/database/migrate.ts";
import * as accounts from "./001_accounts.ts";
import * as tests from "./002_tests.ts";
import * as principalVersion from "./003_principal_version.ts";
import * as rateWindow from "./004_rate_window.ts";
import * as jobs from "./005_jobs.ts";
import * as design from "./006_design.ts";
import * as toolContext from "./007_tool_context.ts";
import * as stagingToken from "./008_staging_token.ts";
import * as docs from "./009_docs.ts";
import * as externalDocuments from "./010_external_documents.ts";
import * as compressedSources from "./011_compressed_sources.ts";
import * as portalPages from "./012_portal_pages.ts";
import * as docCopies from "./013_doc_copies.ts";
import * as externalImages from "./014_external_images.ts";
import * as docReaders from "./015_doc_readers.ts";
import * as masterKey from "./016_master_key.ts";
import * as lintOptions from "./017_lint_options.ts";
import * as events from "./018_events.ts";

/** Every migration in order. Forward only: a released one is never edited (CONTRIBUTING.md). */
export const migrations: Migrations = {
  "001_accounts": accounts,
  "002_tests": tests,
  "003_principal_version": principalVersion,
  "004_rate_window": rateWindow,
  "005_jobs": jobs,
  "006_design": design,
  "007_tool_context": toolContext,
  "008_staging_token": stagingToken,
  "009_docs": docs,
  "010_external_documents": externalDocuments,
  "011_compressed_sources": compressedSources,
  "012_portal_pages": portalPages,
  "013_doc_copies": docCopies,
  "014_external_images": externalImages,
  "015_doc_readers": docReaders,
  "016_master_key": masterKey,
  "017_lint_options": lintOptions,
  "018_events": events,
};
