import type { Meter } from "@opentelemetry/api";
import { createTally } from "../platform/telemetry/tally.ts";
import type { RegionForwarder } from "./region-forwarder.ts";

/** Counts the calls that are forwarded to another deployment, by result. */
export function observeForwarder(forwarder: RegionForwarder, meter: Meter): RegionForwarder {
  const calls = createTally(meter, "lintel.forwarding.calls", {
    description: "Forwarded calls: answered, cut (by either side), or the code of the problem.",
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
