/** The types of an environment, as the app names them. */
export const environmentTypes = [
  { value: "development", name: "Development" },
  { value: "staging", name: "Staging" },
  { value: "production", name: "Production" },
  { value: "custom", name: "Custom" },
] as const;
