import type { Weakness } from "./weakness.ts";

export const versionHeaders: Weakness = {
  name: "version-headers",
  title: "Every response names the software and its version",
  owasp: "API8:2023",
  summary: "The header Server contains the versions of the shop and of its runtime.",
  found: ["SVC08021 GET /"],
  apply: (seams) => ({
    securityHeaders: {
      ...seams.securityHeaders,
      server: `Bookshop/1.0.0 Node.js/${process.version.slice(1)}`,
    },
  }),
};
