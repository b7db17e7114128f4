import type { Migration } from "kysely/migration";
import * as accounts from "./001_accounts.ts";
import * as tests from "./002_tests.ts";
import * as principalVersion from "./003_principal_version.ts";
import * as rateWindow from "./004_rate_window.ts";

/** Every migration in order. Forward only: a released one is never edited. */
export const migrations: Readonly<Record<string, Migration>> = {
  "001_accounts": accounts,
  "002_tests": tests,
  "003_principal_version": principalVersion,
  "004_rate_window": rateWindow,
};
