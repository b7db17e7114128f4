import { listActivity } from "@lintel/contract/operations/activity";
import * as declared from "@lintel/contract/operations/event";
import { implement, type Feature } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { listChanges } from "./activity.service.ts";
import { followEvents } from "./event-stream.service.ts";
import { createOpenStreams } from "./open-streams.ts";

export function eventFeature({ database, events }: Platform): Feature {
  const streams = createOpenStreams();
  const platform = { database, events, streams };
  return {
    implementations: [
      implement(listActivity, listChanges),
      implement(declared.streamEvents, (context, input) => followEvents(platform, context, input)),
    ],
    stop: () => streams.close(),
  };
}
