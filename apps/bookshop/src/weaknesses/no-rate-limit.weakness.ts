import type { Weakness } from "./weakness.ts";

export const noRateLimit: Weakness = {
  name: "no-rate-limit",
  title: "Nothing is limited in rate",
  owasp: "API4:2023",
  summary:
    "Requests and failed logins are never refused for their number, so that passwords can be tried one after the other.",
  apply: () => ({
    adjustRateLimits: () => ({ requestsPerMinute: Infinity, failedLoginsPerMinute: Infinity }),
  }),
};
