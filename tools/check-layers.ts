import path from "node:path";
import { cruise, type ICruiseResult, type IModule } from "dependency-cruiser";

// Checks the imports against the levels of ARCHITECTURE.md: an import points to a lower level or
// stays within its place; features do not import each other; there are no circles, types included.

const root = path.join(import.meta.dirname, "..");

/** The level of every place of code; 0 is the lowest. */
const levels: readonly { readonly level: number; readonly place: string }[] = [
  { level: 0, place: "^packages/(contract|json|tokens)/" },
  {
    level: 1,
    place: "^packages/(curl|egress|client|masking|openapi|markdown|portal|samples|scim|search)/",
  },
  { level: 2, place: "^packages/(compare|reference|runner|scanner|traffic)/|^apps/web/" },
  { level: 3, place: "^apps/server/src/platform/" },
  { level: 4, place: "^apps/server/src/domain/" },
  { level: 5, place: "^apps/server/src/(features|migrations)/" },
  { level: 6, place: "^apps/server/src/transports/" },
  {
    level: 7,
    place:
      "^apps/server/src/(app|cell|cell-backup|compose-features|create-platform|key-keeper)\\.ts$",
  },
  {
    level: 8,
    place:
      "^apps/server/src/(main|commands|server|config|config-error|create-log|known-settings|secret-files|explain-start|gateway-settings|serve-gateway)\\.ts$|^apps/server/src/(admin|doctor|web-build)/|^apps/(bookshop|cli)/",
  },
  { level: 9, place: "^apps/demo/" },
];

const isTest = "\\.test\\.ts$|/testing/";

const upwards = levels.slice(0, -1).map(({ level, place }) => ({
  name: `level-${level}-imports-up`,
  severity: "error" as const,
  from: { path: place, pathNot: isTest },
  to: { path: levels.filter((other) => other.level > level).map((other) => other.place) },
}));

const rules: NonNullable<NonNullable<Parameters<typeof cruise>[1]>["ruleSet"]>["forbidden"] = [
  ...upwards,
  { name: "no-circle", severity: "error", from: {}, to: { circular: true } },
  {
    name: "features-apart",
    severity: "error",
    from: { path: "^apps/server/src/features/([^/]+)/", pathNot: isTest },
    to: { path: "^apps/server/src/features/", pathNot: "^apps/server/src/features/$1/" },
  },
  {
    name: "cli-imports",
    severity: "error",
    from: { path: "^apps/cli/", pathNot: isTest },
    to: {
      path: "^(packages|apps)/",
      pathNot:
        "^apps/cli/|^packages/(client|compare|contract|egress|json|openapi|runner|scanner|traffic)/",
    },
  },
  {
    name: "web-imports",
    severity: "error",
    from: { path: "^apps/web/" },
    to: {
      path: "^(packages|apps)/",
      pathNot:
        "^apps/web/|^packages/(client|contract|curl|json|markdown|openapi|reference|samples|tokens)/",
    },
  },
  {
    name: "bookshop-stands-alone",
    severity: "error",
    from: { path: "^apps/bookshop/", pathNot: isTest },
    to: { path: "^(packages|apps)/", pathNot: "^apps/bookshop/" },
  },
  {
    name: "packages-know-no-app",
    severity: "error",
    from: { path: "^packages/" },
    to: { path: "^apps/", pathNot: isTest },
  },
  {
    name: "stores-stay-in-their-feature",
    severity: "error",
    from: { pathNot: "^apps/server/src/features/" },
    to: { path: "\\.store\\.ts$" },
  },
  {
    name: "proofs-stand-apart",
    severity: "error",
    from: { pathNot: "^proofs/" },
    to: { path: "^proofs/" },
  },
  { name: "unresolved", severity: "error", from: {}, to: { couldNotResolve: true } },
];

/**
 * Circles of folders that import each other, as paths. A folder and its parent can form a circle.
 */
function findFolderCircles(modules: readonly IModule[]): string[] {
  const imports = new Map<string, Set<string>>();
  for (const module of modules) {
    const from = path.posix.dirname(module.source);
    for (const { resolved } of module.dependencies) {
      const to = path.posix.dirname(resolved);
      if (from !== to) imports.set(from, (imports.get(from) ?? new Set()).add(to));
    }
  }
  const circles = new Set<string>();
  const done = new Set<string>();
  const visit = (folder: string, way: readonly string[]): void => {
    const at = way.indexOf(folder);
    if (at >= 0) circles.add([...way.slice(at), folder].join(" → "));
    if (at >= 0 || done.has(folder)) return;
    for (const next of imports.get(folder) ?? []) visit(next, [...way, folder]);
    done.add(folder);
  };
  for (const folder of imports.keys()) visit(folder, []);
  return [...circles];
}

/** Files of apps and packages without a level, which no rule would check. */
function findUnplaced(modules: readonly IModule[]): string[] {
  const places = levels.map(({ place }) => new RegExp(place));
  return modules
    .map(({ source }) => source)
    .filter((source) => /^(apps|packages)\/(?!.*node_modules)/.test(source))
    .filter((source) => !places.some((place) => place.test(source)));
}

/**
 * With fewer files, the check has not found the project and would pass without checking anything.
 */
const minModules = 80;

const answer = await cruise(["packages", "apps", "proofs"], {
  baseDir: root,
  validate: true,
  ruleSet: { forbidden: rules },
  doNotFollow: { path: "node_modules" },
  // The parser does not support `using`, which tests and some proofs use; no other file imports
  // them.
  exclude: {
    path: "/dist/|\\.json$|\\.test\\.ts$|\\.testing\\.ts$|/testing/|^proofs/src/(agents|gateway|kills|nodes)/",
  },
  includeOnly: { path: "^(packages|apps|proofs)/" },
  tsPreCompilationDeps: true,
  parser: "swc",
  enhancedResolveOptions: {
    exportsFields: ["exports"],
    conditionNames: ["import", "default"],
    extensions: [".ts", ".tsx", ".mjs", ".js"],
  },
});
const result = answer.output as ICruiseResult;
const { summary, modules } = result;
const edges = modules.reduce((count, module) => count + module.dependencies.length, 0);
const crossing = modules
  .filter((module) => module.source.startsWith("apps/server/"))
  .flatMap((module) => module.dependencies)
  .filter((dependency) => dependency.resolved.startsWith("packages/")).length;
for (const violation of summary.violations) {
  console.error(
    `${violation.rule.name}: ${violation.from} → ${violation.to}${violation.cycle === undefined ? "" : ` (${violation.cycle.map((step) => step.name).join(" → ")})`}`,
  );
}
const unplaced = findUnplaced(modules);
for (const source of unplaced) console.error(`no-level: ${source}`);
const circles = findFolderCircles(modules);
for (const circle of circles) console.error(`folder-circle: ${circle}`);
if (modules.length < minModules || crossing === 0) {
  console.error(
    `Only ${modules.length} files with ${crossing} imports across packages were seen: the check itself is broken.`,
  );
  process.exitCode = 1;
} else if (summary.violations.length + circles.length + unplaced.length > 0) {
  process.exitCode = 1;
} else {
  console.log(`${modules.length} files, ${edges} imports: all point downwards.`);
}
