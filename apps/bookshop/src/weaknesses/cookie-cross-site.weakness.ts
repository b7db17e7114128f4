import type { Weakness } from "./weakness.ts";

export const cookieCrossSite: Weakness = {
  name: "cookie-cross-site",
  title: "The session cookie is sent with requests from other sites",
  owasp: "API8:2023",
  summary:
    "The cookie of a login has SameSite=None, so that pages of other sites act in the name of the customer.",
  found: ["SVC08008 GET /"],
  apply: (seams) => ({
    writeSessionCookie: (token) =>
      seams.writeSessionCookie(token).replace("SameSite=Strict", "SameSite=None"),
  }),
};
