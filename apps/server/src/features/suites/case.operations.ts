import * as declared from "@lintel/contract/operations/case";
import { implement, type Implementation } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import {
  addCase,
  changeCase,
  listSuiteCases,
  orderCases,
  readCase,
  removeCase,
} from "./case.service.ts";

export function caseOperations(platform: Platform): Implementation[] {
  return [
    implement(declared.listCases, listSuiteCases),
    implement(declared.createCase, (context, input) => addCase(platform, context, input)),
    implement(declared.getCase, readCase),
    implement(declared.updateCase, changeCase),
    implement(declared.deleteCase, removeCase),
    implement(declared.reorderCases, orderCases),
  ];
}
