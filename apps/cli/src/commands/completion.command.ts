import type { Command } from "../command-line/command.types.ts";

/** The completion, of the list of commands that it is part of. */
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
      does: "Put this into ~/.bashrc; for zsh into ~/.zshrc.",
    },
    {
      line: "lintel completion fish > ~/.config/fish/completions/lintel.fish",
      does: "For fish.",
    },
  ],
  run: async (invocation) =>
    (await import("../help/print-completion.ts")).printCompletion(invocation, list()),
});
