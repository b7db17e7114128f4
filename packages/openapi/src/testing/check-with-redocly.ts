import { BaseResolver, createConfig, lintDocument, Source } from "@redocly/openapi-core";
import type { JsonObject } from "@lintel/json/value";

const config = await createConfig({ rules: { struct: "error" } });

/** References to other documents are not fetched, so that their targets are unknown. */
class NoResolver extends BaseResolver {
  override resolveDocument(): Promise<never> {
    return Promise.reject(new Error("References that lead outside are not followed."));
  }
}

/** The findings of Redocly's rule `struct` in a document, as pointers and messages. */
export async function checkWithRedocly(document: JsonObject): Promise<readonly string[]> {
  const source = new Source("document.json", "{}");
  const problems = await lintDocument({
    document: { source, parsed: document },
    config,
    externalRefResolver: new NoResolver(),
  });
  return problems
    .filter(({ ruleId }) => ruleId === "struct")
    .map(({ location, message }) => `${location[0]?.pointer ?? ""} ${message}`);
}
