const nouns: Readonly<Record<string, string>> = {
  spec: "Specification",
  specVersion: "Version",
  endpoint: "Endpoint",
  component: "Component",
  folder: "Folder",
  tag: "Tag",
  headerComponent: "Header component",
  headerPolicy: "Header policy",
  deprecationPlan: "Deprecation plan",
  suite: "Suite",
  case: "Case",
  environment: "Environment",
  run: "Run",
  scanProfile: "Scan profile",
  scanRun: "Scan",
  finding: "Finding",
  documentation: "Documentation",
  docVersion: "Version of documentation",
  docPage: "Page",
  docFolder: "Folder of documentation",
  docReference: "API reference",
  project: "Project",
};

/** The kind of thing that an event or a notice is about: `Endpoint`. */
export const nameNoun = (type: string): string => nouns[type] ?? "Item";
