import type { Invocation } from "../command-line/command.types.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { connect } from "../network/connect.ts";
import { createTerminal } from "../output/terminal.ts";
import { resolveSettings } from "../settings/resolve-settings.ts";
import { describeCaller } from "./describe-caller.ts";

export async function showCaller({ options, env }: Invocation): Promise<Exit> {
  const isJson = options.isSet("json");
  const terminal = createTerminal({ env, hasDocument: isJson });
  const connection = connect({ settings: resolveSettings(options, env), terminal });
  const caller = await connection.call("ask who you are", "getCaller", {});
  if (isJson) {
    const { kind: credential } = connection.credential;
    terminal.emit(JSON.stringify({ url: connection.url, credential, ...caller }, null, 2));
    return "passed";
  }
  const may = `${"May".padEnd(14)}${caller.permissions.join(", ")}`;
  const used = `${"Credential".padEnd(14)}${connection.credential.source}`;
  terminal.say([...describeCaller(caller, connection.url), used, may].join("\n"));
  return "passed";
}
