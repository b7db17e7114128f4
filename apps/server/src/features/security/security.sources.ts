import type { PlannedSuite, RunEnvironment } from "@lintel/runner/plan/plan.types";
import type { Database } from "../../platform/database/open-database.ts";
import type { ProjectPlace } from "./scan-profile.store.ts";

/** What security scans need of other features. */
export interface SecuritySources {
  /** With its opened secrets. Null where the project has no such environment. */
  readEnvironment(db: Database, place: ProjectPlace, id: string): Promise<RunEnvironment | null>;
  /** Null where the project has no such suite. */
  readSuite(db: Database, place: ProjectPlace, id: string): Promise<PlannedSuite | null>;
  /** Reads a document from an address. @throws Problem SPEC_INVALID */
  fetchDocument(url: string): Promise<string>;
}
