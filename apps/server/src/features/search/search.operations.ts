import * as declared from "@lintel/contract/operations/search";
import { implement, type Implementation } from "../../platform/kernel/implementation.ts";
import { searchOrganization } from "./search.service.ts";

export function searchOperations(): Implementation[] {
  return [implement(declared.search, searchOrganization)];
}
