import type { Weakness } from "./weakness.ts";

export const movedAlerts: Weakness = {
  name: "moved-alerts",
  title: "Stock alerts of others can be sent elsewhere",
  owasp: "API1:2023",
  summary:
    "PATCH /stock-alerts changes the alert of the parameter alertId also for other customers than the one who set it.",
  found: ["SVC01002 PATCH /stock-alerts"],
  apply: () => ({ mayMoveAlert: () => true }),
};
