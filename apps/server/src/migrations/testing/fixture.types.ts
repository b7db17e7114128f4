import type { TestApp } from "../../testing/test-app.ts";

/** What a database of one schema version held, and what the product must still make of it. */
export interface MigrationFixture {
  /** SHA-256 in hex of the SQL that the migration carries out: a released one is never edited. */
  readonly sqlDigest: string;
  /** SQL that writes what the version added: a row at least for every table that it made. */
  readonly rows: string;
  /** Uses those rows through the product, after the upgrade; throws if something is wrong. */
  prove(testApp: TestApp): Promise<void>;
}
