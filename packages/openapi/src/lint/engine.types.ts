import type * as openApiCore from "@redocly/openapi-core";

type Core = typeof openApiCore;
type Config = Awaited<ReturnType<Core["createConfig"]>>;
type RuleSet = NonNullable<NonNullable<Config["plugins"][number]["rules"]>["oas3"]>;

export type EngineRule = RuleSet[string];

/** The engine with its rules for OpenAPI 3, and Lintel's rules in the same form. */
export interface Engine {
  readonly core: Core;
  readonly config: Config;
  readonly rules: ReadonlyMap<string, EngineRule>;
}
