// Generated from the declarations by `npm run contract`; not to be edited.

import type { Migrations } from "../platform/database/migrate.ts";
import * as migration001 from "./001_accounts.ts";
import * as migration002 from "./002_tests.ts";
import * as migration003 from "./003_principal_version.ts";
import * as migration004 from "./004_rate_window.ts";
import * as migration005 from "./005_jobs.ts";
import * as migration006 from "./006_design.ts";
import * as migration007 from "./007_tool_context.ts";
import * as migration008 from "./008_staging_token.ts";
import * as migration009 from "./009_docs.ts";
import * as migration010 from "./010_external_documents.ts";
import * as migration011 from "./011_compressed_sources.ts";
import * as migration012 from "./012_portal_pages.ts";
import * as migration013 from "./013_doc_copies.ts";
import * as migration014 from "./014_external_images.ts";
import * as migration015 from "./015_doc_readers.ts";
import * as migration016 from "./016_master_key.ts";
import * as migration017 from "./017_lint_options.ts";
import * as migration018 from "./018_events.ts";
import * as migration019 from "./019_sessions.ts";
import * as migration020 from "./020_directory.ts";
import * as migration021 from "./021_sso.ts";
import * as migration022 from "./022_oauth.ts";
import * as migration023 from "./023_scim.ts";
import * as migration024 from "./024_enforcement.ts";
import * as migration025 from "./025_audit_names.ts";
import * as migration026 from "./026_passkeys.ts";
import * as migration027 from "./027_readers.ts";
import * as migration028 from "./028_replaced_sessions.ts";
import * as migration029 from "./029_security.ts";
import * as migration030 from "./030_proven_addresses.ts";
import * as migration031 from "./031_deprecation.ts";
import * as migration032 from "./032_scan_execution.ts";
import * as migration033 from "./033_sent_requests.ts";
import * as migration034 from "./034_traffic.ts";
import * as migration035 from "./035_webhooks.ts";
import * as migration036 from "./036_notices.ts";
import * as migration037 from "./037_reviews.ts";
import * as migration038 from "./038_trial_brown_outs.ts";
import * as migration039 from "./039_finding_environment.ts";
import * as migration040 from "./040_run_cases.ts";
import * as migration041 from "./041_share_links.ts";
import * as migration042 from "./042_scan_slowdowns.ts";
import * as migration043 from "./043_drift.ts";
import * as migration044 from "./044_report_links.ts";
import * as migration045 from "./045_histories.ts";
import * as migration046 from "./046_views_presence_search.ts";
import * as migration047 from "./047_scim_log.ts";

/** Every migration in order. Forward only: a released one is never edited (CONTRIBUTING.md). */
export const migrations: Migrations = {
  "001_accounts": migration001,
  "002_tests": migration002,
  "003_principal_version": migration003,
  "004_rate_window": migration004,
  "005_jobs": migration005,
  "006_design": migration006,
  "007_tool_context": migration007,
  "008_staging_token": migration008,
  "009_docs": migration009,
  "010_external_documents": migration010,
  "011_compressed_sources": migration011,
  "012_portal_pages": migration012,
  "013_doc_copies": migration013,
  "014_external_images": migration014,
  "015_doc_readers": migration015,
  "016_master_key": migration016,
  "017_lint_options": migration017,
  "018_events": migration018,
  "019_sessions": migration019,
  "020_directory": migration020,
  "021_sso": migration021,
  "022_oauth": migration022,
  "023_scim": migration023,
  "024_enforcement": migration024,
  "025_audit_names": migration025,
  "026_passkeys": migration026,
  "027_readers": migration027,
  "028_replaced_sessions": migration028,
  "029_security": migration029,
  "030_proven_addresses": migration030,
  "031_deprecation": migration031,
  "032_scan_execution": migration032,
  "033_sent_requests": migration033,
  "034_traffic": migration034,
  "035_webhooks": migration035,
  "036_notices": migration036,
  "037_reviews": migration037,
  "038_trial_brown_outs": migration038,
  "039_finding_environment": migration039,
  "040_run_cases": migration040,
  "041_share_links": migration041,
  "042_scan_slowdowns": migration042,
  "043_drift": migration043,
  "044_report_links": migration044,
  "045_histories": migration045,
  "046_views_presence_search": migration046,
  "047_scim_log": migration047,
};
