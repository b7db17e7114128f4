import type { Engine, EngineRule } from "./engine.types.ts";

type Leave = (schema: object, context: Context) => void;

/** What the rule for examples uses of the engine's context. */
interface Context {
  readonly location: { child(name: unknown): unknown };
  readonly report: (problem: { readonly message: string }) => void;
}

/** The context for the rule for examples, so that it points at the default and names it. */
function speakOfDefaults(context: Context): Context {
  const { location, report } = context;
  const child = (name: unknown) => location.child(name === "example" ? "default" : name);
  return {
    ...context,
    // The engine's location has getters, so it becomes the prototype.
    location: Object.assign(Object.create(location) as Context["location"], { child }),
    report: (problem) =>
      report({ ...problem, message: problem.message.replace(/^Example/, "Default") }),
  };
}

/** A rule that checks defaults as the engine's rule checks examples. */
export function makeDefaultsRule(engineRules: Engine["rules"]): EngineRule {
  const makeExamplesRule = engineRules.get("no-invalid-schema-examples");
  return (options) => {
    const [visitor] = [makeExamplesRule?.(options) ?? []].flat();
    const examples = (visitor as { Schema?: { leave?: Leave } } | undefined)?.Schema?.leave;
    if (examples === undefined) throw new Error("The engine has no rule for examples of schemas.");
    return {
      Schema: {
        leave(schema: object, context: unknown) {
          if (!Object.hasOwn(schema, "default")) return;
          const { default: example } = schema as { default: unknown };
          const asExample = { ...schema, example, examples: undefined };
          examples(asExample, speakOfDefaults(context as Context));
        },
      },
    };
  };
}
