/** The pages of the own account. The server knows their addresses: `transports/web/web-app.ts`. */
export const accountPages = [
  { id: "sign-in", name: "Sign-in methods" },
  { id: "sessions", name: "Sessions" },
  { id: "organizations", name: "Organizations" },
  { id: "preferences", name: "Preferences" },
] as const;

export type AccountPageId = (typeof accountPages)[number]["id"];
