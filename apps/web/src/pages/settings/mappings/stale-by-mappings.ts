/** The operations whose answers a change of a mapping makes outdated. */
export const staleByMappings = [
  "listGroupMappings",
  "previewRoles",
  "listMembers",
  "getFallbackRole",
] as const;
