import { nilUuid } from "../uuid.ts";

/**
 * The rows of a table, a batch at a time in the order of their ids, so that none is held for long.
 *
 * @param select - the next rows after an id; none at the end
 */
export async function* walkById<Row extends { readonly id: string }>(
  select: (after: string) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  let rows = await select(nilUuid);
  while (rows.length > 0) {
    yield* rows;
    rows = await select(rows.at(-1)?.id ?? nilUuid);
  }
}
