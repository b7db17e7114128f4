import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { commandList } from "../commands/command-list.ts";
import { exitCodes } from "../outcome/exit-codes.ts";
import { settings } from "../settings/setting-table.ts";
import { completionScripts } from "./completion-scripts.ts";
import { renderCommandHelp, renderOverview, writeOption } from "./render-help.ts";

const doc = readFileSync(path.join(import.meta.dirname, "../../../../docs/cli.md"), "utf8");

/** The part of the document about one command. */
function sectionOf(name: string): string {
  const start = doc.search(new RegExp(`^### \`lintel ${name}[ \`]`, "m"));
  expect(start, `docs/cli.md has no section on ${name}`).toBeGreaterThan(0);
  const end = doc.slice(start + 4).search(/^##/m);
  return doc.slice(start, end < 0 ? undefined : start + 4 + end);
}

describe("help and docs/cli.md", () => {
  it.each(commandList.map((command) => [command.name, command] as const))(
    "name the same options of %s",
    (name, command) => {
      const documented = Array.from(
        sectionOf(name).matchAll(/^\|(.*?)\|/gm),
        ([, cell = ""]) => cell,
      ).flatMap((cell) => Array.from(cell.matchAll(/--[a-z][a-z-]*/g), ([flag]) => flag));
      const declared = command.options.map((option) => `--${option.name}`);
      expect(documented.sort()).toEqual(declared.sort());
    },
  );

  it.each(commandList.map((command) => [command.name, command] as const))(
    "name the same values, letters and operands of %s",
    (name, command) => {
      const section = sectionOf(name);
      for (const option of command.options) {
        const value = option.value === undefined ? "" : ` ${option.value}`;
        expect(section).toContain(`\`--${option.name}${value}\``);
        if (option.short !== undefined) expect(section).toContain(`\`-${option.short}\``);
        for (const choice of option.name === "region" ? [] : (option.choices ?? [])) {
          expect(section).toContain(`\`${choice}\``);
        }
        if (option.range !== undefined) expect(section).toContain(option.range.join(" to "));
      }
      const heading = section.split("\n", 1)[0] ?? "";
      expect(heading).toContain(command.usage.replace(" [options]", "").replace("[options]", ""));
    },
  );

  it("name the same exit codes and variables", () => {
    for (const { code } of Object.values(exitCodes)) expect(doc).toMatch(`| ${code} | `);
    for (const { variable } of settings) expect(doc).toContain(`\`${variable}\``);
    const overview = renderOverview(commandList).join("\n");
    for (const [variable] of overview.matchAll(/[A-Z]+_[A-Z_]+/g)) expect(doc).toContain(variable);
  });
});

describe("help", () => {
  it("fits a terminal of 100 columns", () => {
    const lines = [...renderOverview(commandList), ...commandList.flatMap(renderCommandHelp)];
    const long = lines.filter((line) => line.length > 100 && !line.trim().startsWith("lintel "));
    expect(long).toEqual([]);
  });

  it.each(commandList.map((command) => [command.name, command] as const))(
    "of %s shows usage, options and an example that is a command",
    (name, command) => {
      const text = renderCommandHelp(command).join("\n");
      expect(text).toContain(`lintel ${name}`);
      for (const option of command.options) expect(text).toContain(writeOption(option));
      expect(command.examples.length).toBeGreaterThan(0);
      for (const { line } of command.examples) expect(line).toContain(`lintel ${name}`);
    },
  );
});

describe("completion", () => {
  const complete = (...words: string[]) =>
    execFileSync(
      "bash",
      [
        "-c",
        `${completionScripts["bash"]?.(commandList) ?? ""}
         COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _lintel; printf '%s\\n' "\${COMPREPLY[@]}"`,
        "bash",
        "lintel",
        ...words,
      ],
      { encoding: "utf8" },
    )
      .trim()
      .split("\n");

  it.each([
    [["ru"], ["run", "runs"]],
    [
      ["suites", "p"],
      ["pull", "push"],
    ],
    [["run", "--th"], ["--threads"]],
    [
      ["run", "Smoke", "--on-error", ""],
      ["ignore", "stop", "abort"],
    ],
    [
      ["suites", "push", "--pro"],
      ["--project", "--profile"],
    ],
    [
      ["list", ""],
      [
        "suites",
        "specs",
        "environments",
        "projects",
        "--project",
        "--json",
        "--url",
        "--region",
        "--profile",
        "--help",
      ],
    ],
    [["config", "u"], ["unset"]],
    [
      ["export", "Payments", "--format", ""],
      ["json", "yaml", "original"],
    ],
    [
      ["compare", "a", "b", "--format", ""],
      ["text", "markdown", "json"],
    ],
    [
      ["import", "openapi", "--prefer", ""],
      ["mine", "theirs"],
    ],
    [["import", ""], ["openapi"]],
    [["run", "--var-file", ""], [""]],
  ])("of bash completes %j", (words, expected) => {
    expect(complete(...words)).toEqual(expected);
  });

  it.each(["zsh", "fish"])("of %s names every command and option", (shell) => {
    const script = completionScripts[shell]?.(commandList) ?? "";
    for (const command of commandList) {
      for (const word of command.name.split(" ")) expect(script).toContain(word);
      for (const { name } of command.options) expect(script).toContain(name);
    }
  });
});
