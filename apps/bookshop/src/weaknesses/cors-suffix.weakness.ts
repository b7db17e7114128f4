import type { Weakness } from "./weakness.ts";

export const corsSuffix: Weakness = {
  name: "cors-suffix",
  title: "Origins are compared by their ending",
  owasp: "API8:2023",
  summary:
    "The host of the Origin only has to end with a name of the shop, so that https://evil127.0.0.1 may send requests with credentials.",
  found: ["SVC08010 GET /"],
  apply: (seams) => ({
    buildCorsHeaders: (origin, isTrusted) =>
      origin !== undefined && /(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(origin)
        ? {
            ...seams.buildCorsHeaders(origin, true),
            "access-control-allow-credentials": "true",
          }
        : seams.buildCorsHeaders(origin, isTrusted),
  }),
};
