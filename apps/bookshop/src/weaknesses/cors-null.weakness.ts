import type { Weakness } from "./weakness.ts";

export const corsNull: Weakness = {
  name: "cors-null",
  title: "The origin null is trusted",
  owasp: "API8:2023",
  summary:
    "Pages in sandboxed frames and local files have the origin null, and may send requests with credentials.",
  found: ["SVC08010 GET /"],
  apply: (seams) => ({
    buildCorsHeaders: (origin, isTrusted) =>
      origin !== undefined && origin === "null"
        ? {
            ...seams.buildCorsHeaders(origin, true),
            "access-control-allow-credentials": "true",
          }
        : seams.buildCorsHeaders(origin, isTrusted),
  }),
};
