import type { Weakness } from "./weakness.ts";

export const corsPrefix: Weakness = {
  name: "cors-prefix",
  title: "Origins are compared by their beginning",
  owasp: "API8:2023",
  summary:
    "The Origin only has to begin with a name of the shop, so that https://127.0.0.1.evil.example may send requests with credentials.",
  found: ["SVC08010 GET /"],
  apply: (seams) => ({
    buildCorsHeaders: (origin, isTrusted) =>
      origin !== undefined && /^https?:\/\/(?:127\.0\.0\.1|localhost)/.test(origin)
        ? {
            ...seams.buildCorsHeaders(origin, true),
            "access-control-allow-credentials": "true",
          }
        : seams.buildCorsHeaders(origin, isTrusted),
  }),
};
