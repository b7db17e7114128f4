import type { Meter } from "@opentelemetry/api";
import { createTally } from "../platform/telemetry/tally.ts";
import type { RegionForwarder } from "./region-forwarder.ts";

/** Counts the calls that are handed on to another deployment by what came of them. */
export function observeForwarder(forwarder: RegionForwarder, meter: Meter): RegionForwarder {
  const calls = createTally(meter, "lintel.forwarding.calls", {
    description: "Calls handed on: answered, cut (by either side), or the code of the problem.",
    unit: "{call}",
    by: ["lintel.outcome"],
    fixed: { "lintel.region": forwarder.region },
  });
  return {
    region: forwarder.region,
    async forward(request, reply) {
      const problem = await forwarder.forward(request, reply);
      const { raw } = reply;
      calls.add(1, problem?.code ?? (raw.writableEnded ? "answered" : "cut"));
      return problem;
    },
    close: () => forwarder.close(),
  };
}
