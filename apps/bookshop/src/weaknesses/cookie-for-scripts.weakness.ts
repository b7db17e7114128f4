import type { Weakness } from "./weakness.ts";

export const cookieForScripts: Weakness = {
  name: "cookie-for-scripts",
  title: "Scripts can read the session cookie",
  owasp: "API8:2023",
  summary: "The cookie of a login lacks HttpOnly, so that a script in a page can copy the session.",
  found: ["SVC08007 GET /"],
  apply: (seams) => ({
    writeSessionCookie: (token) => seams.writeSessionCookie(token).replace("; HttpOnly", ""),
  }),
};
