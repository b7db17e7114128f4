import * as declared from "@lintel/contract/operations/suite";
import { implement, type Implementation } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { exportSuiteFile, importSuiteFile } from "./suite-file.service.ts";
import {
  addSuite,
  changeSuite,
  listProjectSuites,
  orderSuites,
  readSuite,
  removeSuite,
} from "./suite.service.ts";

export function suiteOperations(platform: Platform): Implementation[] {
  return [
    implement(declared.listSuites, listProjectSuites),
    implement(declared.createSuite, (context, input) => addSuite(platform, context, input)),
    implement(declared.getSuite, (context, input) => readSuite(context, input.suiteId)),
    implement(declared.updateSuite, changeSuite),
    implement(declared.deleteSuite, (context, input) => removeSuite(context, input.suiteId)),
    implement(declared.reorderSuites, orderSuites),
    implement(declared.exportSuite, (context, input) => exportSuiteFile(context, input.suiteId)),
    implement(declared.importSuite, (context, input) => importSuiteFile(platform, context, input)),
  ];
}
