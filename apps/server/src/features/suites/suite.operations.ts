import * as declared from "@lintel/contract/operations/suite";
import type { DocumentPlatform } from "../../domain/design/tasks/document-platform.ts";
import {
  implement,
  implementPrepared,
  type Implementation,
} from "../../platform/kernel/implementation.ts";
import { readSuiteFile } from "./suite-file.ts";
import { exportSuiteFile, importSuiteFile } from "./suite-file.service.ts";
import {
  addSuite,
  changeSuite,
  listProjectSuites,
  orderSuites,
  readSuite,
  removeSuite,
} from "./suite.service.ts";

export function suiteOperations(platform: DocumentPlatform): Implementation[] {
  return [
    implement(declared.listSuites, listProjectSuites),
    implement(declared.createSuite, (context, input) => addSuite(platform, context, input)),
    implement(declared.getSuite, (context, input) => readSuite(context, input.suiteId)),
    implement(declared.updateSuite, changeSuite),
    implement(declared.deleteSuite, (context, input) => removeSuite(context, input.suiteId)),
    implement(declared.reorderSuites, orderSuites),
    implement(declared.exportSuite, (context, input) => exportSuiteFile(context, input.suiteId)),
    implementPrepared(
      declared.importSuite,
      ({ organizationId }, input) => readSuiteFile(platform.documents, organizationId, input.yaml),
      (context, input, file) => importSuiteFile(platform, context, input, file),
    ),
  ];
}
