import * as drift from "@lintel/contract/operations/drift";
import * as traffic from "@lintel/contract/operations/traffic";
import { implement, type Feature } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { readDrift, readUndocumented } from "./drift.service.ts";
import { readRoute, setRoute } from "./route.service.ts";
import { readTrafficRules } from "./rules.service.ts";
import { trafficRetention } from "./traffic.schedule.ts";

/** How calls reach environments, what is done with them, and how they differ from the documents. */
export function trafficFeature(platform: Platform): Feature {
  return {
    implementations: [
      implement(traffic.getEnvironmentRoute, (context, { environmentId }) =>
        readRoute(context, environmentId),
      ),
      implement(traffic.setEnvironmentRoute, setRoute),
      implement(traffic.getTrafficRules, readTrafficRules),
      implement(drift.listDrift, readDrift),
      implement(drift.listUndocumentedCalls, readUndocumented),
    ],
    schedules: [trafficRetention(platform)],
  };
}
