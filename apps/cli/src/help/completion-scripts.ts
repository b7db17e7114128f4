import type { Command } from "../command-line/command.types.ts";
import type { OptionSpec } from "../command-line/option.types.ts";
import { helpOption } from "../command-line/shared-options.ts";

/** The words that can follow a command, without the values of its options. */
function listWords(command: Command): string[] {
  const names = [...command.options, helpOption].map(({ name }) => `--${name}`);
  return [...(command.choices ?? []), ...names];
}

/** The words after `lintel`, and those after the first word of a two-word command. */
function listHeads(commands: readonly Command[]): { first: string[]; second: [string, string][] } {
  const pairs = commands.map(({ name }) => name.split(" "));
  const first = [...new Set(pairs.map(([head = ""]) => head))];
  const second = pairs.flatMap(([head = "", tail]): [string, string][] =>
    tail === undefined ? [] : [[head, tail]],
  );
  return { first, second };
}

function groupHeads(second: readonly [string, string][]): [string, string][] {
  const heads = [...new Set(second.map(([head]) => head))];
  return heads.map((head) => [
    head,
    second.flatMap(([one, tail]) => (one === head ? [tail] : [])).join(" "),
  ]);
}

function hasChoices(option: OptionSpec): option is OptionSpec & { choices: readonly string[] } {
  return option.choices !== undefined;
}

// Two commands may have an option with the same name but different values.
function listChoices(commands: readonly Command[]): [line: string, words: string][] {
  return commands.flatMap(({ name, options }) =>
    options
      .filter(hasChoices)
      .map((option): [string, string] => [`${name} --${option.name}`, option.choices.join(" ")]),
  );
}

/** The part that bash and zsh (through its bash completion) both understand. */
function writeBash(commands: readonly Command[]): string {
  const { first, second } = listHeads(commands);
  const groups = groupHeads(second);
  return `_lintel() {
  local word="\${COMP_WORDS[COMP_CWORD]}" last="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  local name="\${COMP_WORDS[1]}"
  case "$name" in
    ${groups.map(([head]) => head).join("|")}) [ "$COMP_CWORD" -gt 2 ] && name="$name \${COMP_WORDS[2]}" ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${first.join(" ")} --help --version"
  else
    case "$name" in
${groups.map(([head, tails]) => `      "${head}") words="${tails}" ;;`).join("\n")}
${commands.map((command) => `      "${command.name}") words="${listWords(command).join(" ")}" ;;`).join("\n")}
    esac
  fi
  case "$name $last" in
${listChoices(commands)
  .map(([line, words]) => `    "${line}") words="${words}" ;;`)
  .join("\n")}
    *" --var-file"|*" --report"|*" --output"|*" -o") words="" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _lintel lintel
`;
}

function writeZsh(commands: readonly Command[]): string {
  return `autoload -U +X compinit && compinit -u\nautoload -U +X bashcompinit && bashcompinit\n${writeBash(commands)}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

function writeFish(commands: readonly Command[]): string {
  const { first, second } = listHeads(commands);
  const lines = first.map((head) => {
    const command = commands.find(({ name }) => name === head);
    const about = command === undefined ? "" : ` -d ${quote(command.summary)}`;
    return `complete -c lintel -n __fish_use_subcommand -f -a ${head}${about}`;
  });
  for (const [head, tail] of second) {
    lines.push(`complete -c lintel -n '__fish_seen_subcommand_from ${head}' -f -a ${tail}`);
  }
  for (const command of commands) lines.push(...writeFishOptions(command));
  return `${lines.join("\n")}\n`;
}

function writeFishOptions({ name, choices, options }: Command): string[] {
  const condition = name
    .split(" ")
    .map((word) => `__fish_seen_subcommand_from ${word}`)
    .join("; and ");
  const start = `complete -c lintel -n '${condition}'`;
  const words = choices === undefined ? [] : [`${start} -f -a '${choices.join(" ")}'`];
  const flags = [...options, helpOption].map((option) => {
    const short = option.short === undefined ? "" : ` -s ${option.short}`;
    const values = option.choices === undefined ? "" : ` -f -a '${option.choices.join(" ")}'`;
    const needed = option.value === undefined || option.implied !== undefined ? "" : " -r";
    return `${start} -l ${option.name}${short}${needed}${values} -d ${quote(option.summary)}`;
  });
  return [...words, ...flags];
}

/** The scripts by the shell's name. */
export const completionScripts: Readonly<Record<string, (commands: readonly Command[]) => string>> =
  { bash: writeBash, zsh: writeZsh, fish: writeFish };
