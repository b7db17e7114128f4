import * as traffic from "@lintel/contract/operations/traffic";
import { implement, type Feature } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { readRoute, setRoute } from "./route.service.ts";
import { readTrafficRules } from "./rules.service.ts";
import { trafficRetention } from "./traffic.schedule.ts";

/** How calls reach environments, and what is done with them. */
export function trafficFeature(platform: Platform): Feature {
  return {
    implementations: [
      implement(traffic.getEnvironmentRoute, (context, { environmentId }) =>
        readRoute(context, environmentId),
      ),
      implement(traffic.setEnvironmentRoute, setRoute),
      implement(traffic.getTrafficRules, readTrafficRules),
    ],
    schedules: [trafficRetention(platform)],
  };
}
