import process from "node:process";
import { createInterface } from "node:readline";
import type { Invocation } from "../command-line/command.types.ts";
import { findProject } from "../items/find-project.ts";
import { connect, type Connection } from "../network/connect.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { createTerminal } from "../output/terminal.ts";
import { resolveSettings, type Settings } from "../settings/resolve-settings.ts";
import { createMessageSender } from "./send-message.ts";

/** Forwards messages of a client to the tool server, one per line, until its input ends. */
export async function bridgeAgent({ options, env }: Invocation): Promise<Exit> {
  const terminal = createTerminal({ env, hasDocument: true });
  const settings = resolveSettings(options, env);
  const connection = connect({ settings, terminal });
  const address = new URL(`${connection.url.replace(/\/+$/, "")}/mcp`);
  const toolsets = options.text("toolsets") ?? "core";
  if (toolsets !== "all") address.searchParams.set("toolsets", toolsets);
  if (options.isSet("read-only")) address.searchParams.set("readonly", "1");
  const project = await chooseProject(connection, settings);
  if (project !== null) address.searchParams.set("project", project);
  const { credential, region } = connection;
  const route = { address: address.href, credential, region };
  const sender = createMessageSender(route, (line) => terminal.emit(line));
  const pending = new Set<Promise<void>>();
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    if (line.trim() === "") continue;
    const answered = sender.send(line).then(() => void pending.delete(answered));
    pending.add(answered);
  }
  sender.stopListening();
  await Promise.all(pending);
  return "passed";
}

async function chooseProject(connection: Connection, settings: Settings): Promise<string | null> {
  if (settings.find("project") === null) return null;
  return (await findProject(connection, settings)).id;
}
