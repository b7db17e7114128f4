import type { Engine } from "./engine.types.ts";
import { makeDefaultsRule } from "./schema-defaults.ts";

/**
 * A folder that does not exist. The engine runs plugins that it finds in the folder of its settings
 * or in the current folder.
 */
const noFolder = "\0/settings.yaml";

let loading: Promise<Engine> | null = null;

async function load(): Promise<Engine> {
  const core = await import("@redocly/openapi-core");
  const config = await core.createConfig({ rules: {} }, { configPath: noFolder });
  const sets = config.plugins.flatMap(({ rules }) =>
    rules?.oas3 === undefined ? [] : [rules.oas3],
  );
  const rules = new Map(sets.flatMap((set) => Object.entries(set)));
  rules.set("no-invalid-schema-defaults", makeDefaultsRule(rules));
  return { core, config, rules };
}

/** Loads the engine when it is first needed, because it takes about 300 ms and 45 MB. */
export function loadEngine(): Promise<Engine> {
  loading ??= load();
  return loading;
}
