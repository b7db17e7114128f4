import type { Warning } from "@lintel/contract/shapes/design";
import { Problem, type FieldError } from "../../../platform/problem.ts";

interface Answer {
  readonly warnings: readonly Warning[];
}

/**
 * Runs the work for one part of a call. Its warnings and refusals have fields from the call's root.
 */
export async function within(place: string, act: () => Promise<Answer>): Promise<Warning[]> {
  try {
    const { warnings } = await act();
    return warnings.map((each) => ({ ...each, fields: each.fields.map(under(place)) }));
  } catch (error) {
    throw error instanceof Problem ? locate(error, place) : error;
  }
}

/** The same for each item of a list, one after the other. */
export async function withinEach<Item>(
  list: string,
  items: readonly Item[],
  act: (item: Item) => Promise<Answer>,
): Promise<Warning[]> {
  const warnings: Warning[] = [];
  for (const [at, item] of items.entries()) {
    warnings.push(...(await within(`${list}[${at}]`, () => act(item))));
  }
  return warnings;
}

const under = (place: string) => (field: string) => `${place}.${field}`;

function locate({ code, detail, members }: Problem, place: string): Problem {
  const { errors, fields } = members as {
    readonly errors?: readonly FieldError[];
    readonly fields?: readonly string[];
  };
  return new Problem(code, `${place}: ${detail}`, {
    ...members,
    ...(errors === undefined
      ? {}
      : { errors: errors.map((each) => ({ ...each, field: under(place)(each.field) })) }),
    ...(fields === undefined ? {} : { fields: fields.map(under(place)) }),
  });
}
