export const endpointTabs = [
  "parameters",
  "body",
  "responses",
  "security",
  "notes",
  "problems",
] as const;
export type EndpointTab = (typeof endpointTabs)[number];
