import type { Migration } from "kysely/migration";
import * as accounts from "./001_accounts.ts";
import * as tests from "./002_tests.ts";

/** Every migration in order. Forward only: a released one is never edited. */
export const migrations: Readonly<Record<string, Migration>> = {
  "001_accounts": accounts,
  "002_tests": tests,
};
