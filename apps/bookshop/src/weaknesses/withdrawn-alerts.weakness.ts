import type { Weakness } from "./weakness.ts";

export const withdrawnAlerts: Weakness = {
  name: "withdrawn-alerts",
  title: "Stock alerts of others can be withdrawn",
  owasp: "API1:2023",
  summary:
    "DELETE /stock-alerts looks the alert up by the parameter alertId alone. DELETE /stock-alerts/{alertId} has the same effect and not this flaw.",
  found: ["SVC01002 DELETE /stock-alerts"],
  apply: () => ({ mayWithdrawAlert: () => true }),
};
