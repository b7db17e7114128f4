import path from "node:path";
import { isTreated } from "@lintel/traffic/treat-at";
import { writeNginx } from "@lintel/traffic/write-nginx";
import type { Invocation } from "../command-line/command.types.ts";
import { openProject } from "../items/open-project.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { writeWhole } from "../output/write-whole.ts";
import { readRules } from "./read-rules.ts";

/** Writes the rules as files for nginx, or as one of JSON. */
export async function exportRules(invocation: Invocation): Promise<Exit> {
  const { options } = invocation;
  const isJson = options.text("format") === "json";
  const output = options.text("output") ?? (isJson ? "-" : ".");
  const project = await openProject(invocation, isJson && output === "-");
  const { terminal } = project;
  const rules = await readRules(project, options);
  const planned = rules.operations.filter(isTreated).length;
  const summary = `${planned} of ${rules.operations.length} operations have a plan or a date.`;
  if (isJson) {
    const text = `${JSON.stringify(rules, null, 2)}\n`;
    if (output === "-") terminal.print(text);
    else writeWhole(output, text);
    terminal.note(summary);
    return "passed";
  }
  for (const [name, text] of Object.entries(writeNginx(rules))) {
    const file = path.join(output, `lintel-${name}.conf`);
    writeWhole(file, text);
    terminal.say(`Written: ${file}`);
  }
  terminal.say(summary);
  return "passed";
}
