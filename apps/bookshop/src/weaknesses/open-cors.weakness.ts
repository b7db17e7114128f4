import type { Weakness } from "./weakness.ts";

export const openCors: Weakness = {
  name: "open-cors",
  title: "Every website can send requests with credentials",
  owasp: "API8:2023",
  summary:
    "The response repeats the Origin of the request in Access-Control-Allow-Origin, together with Access-Control-Allow-Credentials.",
  found: ["SVC08010 GET /"],
  apply: () => ({
    buildCorsHeaders: (origin): Record<string, string> =>
      origin === undefined
        ? { vary: "Origin" }
        : {
            vary: "Origin",
            "access-control-allow-origin": origin,
            "access-control-allow-credentials": "true",
            "access-control-allow-methods": "GET, QUERY, POST, PUT, PATCH, DELETE",
            "access-control-allow-headers": "Authorization, Content-Type, If-Match, X-Admin-Key",
          },
  }),
};
