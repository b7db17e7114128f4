import type { Json, Stamped } from "../../platform/database/column.types.ts";

/** A program or a company that calls the APIs of a project. */
export interface ApiConsumerRow extends Stamped {
  organizationId: string;
  projectId: string;
  id: string;
  name: string;
  owner: string | null;
  contacts: Json<string[]>;
}

export interface ApiConsumerIdentifierRow {
  organizationId: string;
  projectId: string;
  /** As counted calls have it. */
  digest: string;
  consumerId: string;
  kind: string;
  /** The text of a claim; a credential is not kept. */
  claim: string | null;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    apiConsumer: ApiConsumerRow;
    apiConsumerIdentifier: ApiConsumerIdentifierRow;
  }
}
