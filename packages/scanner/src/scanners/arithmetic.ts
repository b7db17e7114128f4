import type { Exchange } from "../traffic/exchange.types.ts";
import type { InputTrial } from "./input-trial.ts";
import type { Labelled } from "./scanner.types.ts";

/** A multiplication whose result a target only knows if it calculates. */
export interface Sum {
  readonly left: number;
  readonly right: number;
  readonly product: string;
}

/** @param word - the digits of a seed, in hexadecimal: the same word gives the same numbers */
export function makeSum(word: string): Sum {
  const left = 10_000 + (Number.parseInt(word.slice(0, 6), 16) % 80_000);
  const right = 10_000 + (Number.parseInt(word.slice(6, 12), 16) % 80_000);
  return { left, right, product: String(left * right) };
}

export const shows = ({ product }: Sum, { text, responseHeaders }: Exchange): boolean =>
  text.includes(product) || responseHeaders.some(([, value]) => value.includes(product));

export interface Form {
  readonly label: string;
  write(sum: Sum): string;
}

export interface ArithmeticProof {
  readonly form: Form;
  readonly controls: readonly Labelled[];
  readonly attacks: readonly Labelled[];
}

/**
 * Sends values that multiply two numbers where they are executed. Proved by two results of
 * different numbers; the same numbers as plain text must not give the result.
 */
export async function proveArithmetic(
  trial: InputTrial,
  forms: readonly Form[],
): Promise<ArithmeticProof | null> {
  const sumOf = (turn: string) =>
    makeSum(trial.probe.word(`${turn} ${trial.operation.id} ${trial.input.name}`));
  const [first, second] = [sumOf("first"), sumOf("second")];
  for (const form of forms) {
    const answer = await trial.send(form.write(first));
    if (!shows(first, answer)) continue;
    const again = await trial.send(form.write(second));
    const plain = await trial.send(`${first.left}*${first.right}`);
    if (!shows(second, again) || shows(first, plain) || shows(second, answer)) continue;
    return {
      form,
      controls: [
        { label: "The request as it was", exchange: trial.exchange },
        { label: "The same numbers as plain text", exchange: plain },
      ],
      attacks: [
        { label: `${first.left} × ${first.right} = ${first.product}`, exchange: answer },
        { label: `${second.left} × ${second.right} = ${second.product}`, exchange: again },
      ],
    };
  }
  return null;
}
