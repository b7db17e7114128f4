import type { Weakness } from "./weakness.ts";

export const noRateLimit: Weakness = {
  name: "no-rate-limit",
  title: "There is no rate limit",
  owasp: "API4:2023",
  summary:
    "The number of requests and failed logins is not limited, so that an attacker can try passwords one after another.",
  found: ["SVC02020 POST /customers/login"],
  apply: () => ({
    adjustRateLimits: () => ({ requestsPerMinute: Infinity, failedLoginsPerMinute: Infinity }),
  }),
};
