import type { Weakness } from "./weakness.ts";

export const missingSecurityHeaders: Weakness = {
  name: "missing-security-headers",
  title: "Protective headers are missing",
  owasp: "API8:2023",
  summary:
    "No response has X-Content-Type-Options, Content-Security-Policy, X-Frame-Options, Referrer-Policy or Cache-Control.",
  found: ["SVC08001 GET /", "SVC08002 GET /"],
  apply: () => ({ securityHeaders: {} }),
};
