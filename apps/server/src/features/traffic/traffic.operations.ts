import * as traffic from "@lintel/contract/operations/traffic";
import { implement, type Feature } from "../../platform/kernel/implementation.ts";
import { readRoute, setRoute } from "./route.service.ts";
import { readTrafficRules } from "./rules.service.ts";

/** How calls reach environments, and what is done with them. */
export function trafficFeature(): Feature {
  return {
    implementations: [
      implement(traffic.getEnvironmentRoute, (context, { environmentId }) =>
        readRoute(context, environmentId),
      ),
      implement(traffic.setEnvironmentRoute, setRoute),
      implement(traffic.getTrafficRules, readTrafficRules),
    ],
  };
}
