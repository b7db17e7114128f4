import type { Json, Stamped } from "../../platform/database/column.types.ts";

export interface TestSuiteRow extends Stamped {
  organizationId: string;
  projectId: string;
  id: string;
  folder: string;
  position: number;
  name: string;
  description: string | null;
  tags: Json<string[]>;
  variables: Json<Record<string, unknown>>;
  defaults: Json<Record<string, unknown>>;
  data: Json<{ format: "csv" | "json"; text: string } | null>;
}

export interface TestCaseRow extends Stamped {
  organizationId: string;
  suiteId: string;
  id: string;
  phase: string;
  position: number;
  name: string;
  /** The case without its name. */
  definition: Json<Record<string, unknown>>;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    testSuite: TestSuiteRow;
    testCase: TestCaseRow;
  }
}
