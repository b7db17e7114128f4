/** A set of tools that is shown or hidden as a whole. */
export interface ToolsetRow {
  readonly title: string;
  readonly description: string;
  /** Part of the core: shown from the start. */
  readonly isCore: boolean;
}

/** Every toolset by its slug, in the order of the list. */
export const toolsets = {
  core: {
    title: "Core",
    description:
      "Choose a project; find, create, import and export specifications; enable other toolsets.",
    isCore: true,
  },
  endpoints: {
    title: "Endpoints",
    description: "Endpoints with their parameters, request bodies, responses and security.",
    isCore: true,
  },
  projects: {
    title: "Projects",
    description: "Create, rename and read projects.",
    isCore: false,
  },
  specs: {
    title: "Specifications",
    description: "Versions, search, lint and comparison of specifications.",
    isCore: false,
  },
  components: {
    title: "Components",
    description: "Schemas and other reusable components, folders and tags of a version.",
    isCore: false,
  },
  "header-components": {
    title: "Header components",
    description: "Reusable headers of a specification, a project or the organization.",
    isCore: false,
  },
  deprecation: {
    title: "Deprecation",
    description:
      "Plans that end endpoints and versions: policy, approval, sunset, early retirement, who still calls; drift.",
    isCore: false,
  },
  docs: {
    title: "Documentation",
    description:
      "Search, read, write and order pages of documentation; versions, publishing, visibility, API references.",
    isCore: false,
  },
  testing: {
    title: "Testing",
    description: "Environments, suites, cases, runs and their reports.",
    isCore: false,
  },
  notifications: {
    title: "Notifications",
    description: "Webhooks with what they delivered, and the notices of the person.",
    isCore: false,
  },
  security: {
    title: "Security",
    description: "Scan profiles and scans, and the findings with their triage.",
    isCore: false,
  },
} as const satisfies Record<string, ToolsetRow>;

export type ToolsetSlug = keyof typeof toolsets;

export const toolsetSlugs = Object.keys(toolsets) as ToolsetSlug[];

/** The toolsets that a list of slugs selects: `core` selects every one that is part of the core. */
export function expandToolsets(slugs: readonly ToolsetSlug[]): Set<ToolsetSlug> {
  const isCore = slugs.includes("core");
  return new Set(
    toolsetSlugs.filter((slug) => slugs.includes(slug) || (isCore && toolsets[slug].isCore)),
  );
}
