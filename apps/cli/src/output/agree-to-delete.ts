import type { OptionValues } from "../command-line/option.types.ts";
import { Failure, usageFailure } from "../outcome/failure.ts";
import { cleanText } from "./clean-text.ts";
import { canAsk, confirm } from "./confirm.ts";

/**
 * Asks for confirmation of a deletion, unless `--yes` is given.
 * @param what - for example `the suite Smoke with its cases`
 * @throws Failure if the answer is no, or there is no terminal.
 */
export async function agreeToDelete(options: OptionValues, what: string): Promise<void> {
  if (options.isSet("yes")) return;
  const named = cleanText(what);
  if (!canAsk()) {
    throw usageFailure(
      `Nothing was deleted: there is no terminal to confirm deleting ${named}.`,
      "Add --yes to delete it.",
    );
  }
  if (await confirm(`Delete ${named}?`)) return;
  throw new Failure({
    exit: "incomplete",
    code: "NOT_AGREED",
    what: "Nothing was deleted.",
    fix: "Answer with y, or add --yes.",
  });
}
