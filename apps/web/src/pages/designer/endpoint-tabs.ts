export const endpointTabs = ["parameters", "body", "responses", "security", "notes"] as const;
export type EndpointTab = (typeof endpointTabs)[number];
