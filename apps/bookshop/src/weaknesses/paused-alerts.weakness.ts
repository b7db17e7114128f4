import type { Weakness } from "./weakness.ts";

export const pausedAlerts: Weakness = {
  name: "paused-alerts",
  title: "Stock alerts of others can be paused",
  owasp: "API1:2023",
  summary:
    "POST /stock-alerts/pause looks the alert up by the parameter alertId alone. POST /stock-alerts/mute has the same effect and not this flaw.",
  found: ["SVC01002 POST /stock-alerts/pause"],
  apply: () => ({ mayPauseAlert: () => true }),
};
