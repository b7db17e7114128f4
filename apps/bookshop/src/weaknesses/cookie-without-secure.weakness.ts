import type { Weakness } from "./weakness.ts";

export const cookieWithoutSecure: Weakness = {
  name: "cookie-without-secure",
  title: "The session cookie may be sent without encryption",
  owasp: "API8:2023",
  summary: "The cookie of a login lacks Secure, so that browsers send it over plain HTTP as well.",
  found: ["SVC08006 GET /"],
  apply: (seams) => ({
    writeSessionCookie: (token) => seams.writeSessionCookie(token).replace("; Secure", ""),
  }),
};
