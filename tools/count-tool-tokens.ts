import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describeTool, toolOperations, type ToolDefinition } from "@lintel/contract/tools";
import { toolsets, type ToolsetSlug } from "@lintel/contract/words/toolsets";

// Counts the size of tool definitions in o200k tokens, and fails above a limit. It measures the
// response to `tools/list`, and the part that clients put into the context of a model: name,
// description and input. Hints are for the client, and few clients show an output schema to the
// model.

interface Counted {
  readonly name: string;
  readonly holds: (toolset: ToolsetSlug) => boolean;
  /** The maximum of tokens without output schemas, by the measure that counts for the list. */
  readonly bar: { readonly figure: "sent" | "read"; readonly tokens: number };
}

/** The maximum factor by which output schemas lengthen a list, by either measure. */
const outputBar = 1.8;

const isCore = (toolset: ToolsetSlug) => toolsets[toolset].isCore;

const lists: readonly Counted[] = [
  { name: "core", holds: isCore, bar: { figure: "read", tokens: 3_100 } },
  {
    name: "core and header components",
    holds: (toolset) => isCore(toolset) || toolset === "header-components",
    bar: { figure: "sent", tokens: 5_000 },
  },
];

const count = (value: unknown) => countTokens(JSON.stringify(value));

function countList({ name, holds, bar }: Counted): string[] {
  const tools = toolOperations.filter(({ tool }) => holds(tool.toolset)).map(describeTool);
  if (tools.length === 0) throw new Error(`No tool is of ${name}.`);
  const sent = count({ tools: tools.map(omitOutput) });
  const read = count(tools.map(keepWhatIsRead));
  const outputs = count({ tools }) - sent;
  const times = (1 + outputs / Math.min(sent, read)).toFixed(2);
  console.log(
    `${name}: ${tools.length} tools, ${sent} tokens as sent, ${read} as read ` +
      `(at most ${bar.tokens} as ${bar.figure}); outputs add ${outputs}, ` +
      `${times} times as many at worst (at most ${outputBar})`,
  );
  const excess = { sent, read }[bar.figure] - bar.tokens;
  return [
    ...(excess > 0 ? [`${name} is ${excess} tokens too long as ${bar.figure}`] : []),
    ...(Number(times) > outputBar ? [`${name} has outputs that are too long`] : []),
  ];
}

function omitOutput(tool: ToolDefinition) {
  return { ...tool, outputSchema: undefined };
}

function keepWhatIsRead({ name, description, inputSchema }: ToolDefinition) {
  return { name, description, inputSchema };
}

const failures = lists.flatMap(countList);
for (const failure of failures) console.error(`${failure}.`);
if (failures.length > 0) process.exitCode = 1;
