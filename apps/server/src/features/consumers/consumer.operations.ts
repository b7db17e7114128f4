import * as declared from "@lintel/contract/operations/consumer";
import { implement, type Feature } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { readCallers, writeCallers } from "./caller.service.ts";
import { exportAll, importAll } from "./consumer-files.ts";
import { listAll, removeConsumer, saveConsumer } from "./consumer.service.ts";

/** Who is registered as a caller, and who calls. */
export function consumerFeature(platform: Platform): Feature {
  return {
    implementations: [
      implement(declared.listConsumers, listAll),
      implement(declared.exportConsumers, exportAll),
      implement(declared.saveConsumer, (context, input) => saveConsumer(platform, context, input)),
      implement(declared.importConsumers, (context, input) => importAll(platform, context, input)),
      implement(declared.deleteConsumer, (context, { consumerId }) =>
        removeConsumer(context, consumerId),
      ),
      implement(declared.listCallers, readCallers),
      implement(declared.exportCallers, writeCallers),
    ],
  };
}
