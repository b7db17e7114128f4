import type { Command } from "../command-line/command.types.ts";

/** Generates completion from the list of commands, which includes this one. */
export const makeCompletionCommand = (list: () => readonly Command[]): Command => ({
  name: "completion",
  summary: "Print a script that completes commands and options",
  usage: "bash | zsh | fish",
  operands: [1, 1],
  choices: ["bash", "zsh", "fish"],
  options: [],
  examples: [
    {
      line: 'eval "$(lintel completion bash)"',
      does: "Add this to ~/.bashrc; for zsh, use `lintel completion zsh` in ~/.zshrc.",
    },
    {
      line: "lintel completion fish > ~/.config/fish/completions/lintel.fish",
      does: "For fish.",
    },
  ],
  run: async (invocation) =>
    (await import("../help/print-completion.ts")).printCompletion(invocation, list()),
});
