import { fault, ok, warning, type Check } from "./check.types.ts";
import { askForText, tryToListen } from "./try-port.ts";

export const metricsPortCheck: Check = {
  name: "metrics",
  summary: "The address of the metrics is free, or Lintel uses it.",
  async look({ metrics }) {
    if (metrics === null) return [ok("Switched off.")];
    const { host, port, isExplicit } = metrics;
    const code = await tryToListen(host, port);
    if (code === null) return [ok(`${host}:${port} is free.`)];
    const text = code === "EADDRINUSE" ? await askForText({ host, port, path: "/metrics" }) : null;
    if (text?.includes("lintel_build_info") === true)
      return [ok(`Metrics of Lintel are at ${host}:${port}.`)];
    const fix = "Set LINTEL_METRICS_PORT to another port, or to off.";
    return [
      isExplicit
        ? fault(`${host}:${port} cannot be listened on (${code}).`, fix)
        : warning(`${host}:${port} cannot be listened on (${code}): no metrics are served.`, fix),
    ];
  },
};
