import type { Invocation } from "../command-line/command.types.ts";
import { connect } from "../network/connect.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { cleanText } from "../output/clean-text.ts";
import { createTerminal } from "../output/terminal.ts";
import { resolveSettings } from "../settings/resolve-settings.ts";

export async function createProject({ options, operands, env }: Invocation): Promise<Exit> {
  const terminal = createTerminal({ env, hasDocument: options.isSet("json") });
  const connection = connect({ settings: resolveSettings(options, env), terminal });
  const slug = options.text("slug");
  const description = options.text("description");
  const made = await connection.call("create the project", "createProject", {
    name: operands[0] ?? "",
    ...(slug === undefined ? {} : { slug }),
    ...(description === undefined ? {} : { description }),
  });
  if (options.isSet("json")) terminal.emit(JSON.stringify(made, null, 2));
  terminal.say(`Created: project ${cleanText(made.name)} (${cleanText(made.slug)})`);
  terminal.note(
    `Next: \`lintel config set project ${cleanText(made.slug)}\` makes it the default.`,
  );
  return "passed";
}
