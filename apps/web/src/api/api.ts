import { queryOptions } from "@tanstack/react-query";
import { createClient, type Result } from "@lintel/client/create-client";
import type { OperationName, Operations } from "@lintel/contract/catalog";
import type { CallOf } from "@lintel/contract/operation";
import { region } from "./place.ts";
import { Refusal } from "./refusal.ts";
import { sendAs } from "./send.ts";

export type Input<Name extends OperationName> = CallOf<Operations[Name]>;
export type Output<Name extends OperationName> = Extract<Result<Name>, { ok: true }>["value"];
export type Item<Name extends OperationName> =
  Output<Name> extends { items: readonly (infer One)[] } ? One : never;

/** The most that a list answers with at once. */
const pageSize = 100;

/** Operations in the name of the person who is signed in, in one organization. */
export function createApi(organization: string | null) {
  const client = createClient({
    baseUrl: "",
    apiKey: null,
    region,
    send: sendAs(organization),
  });
  /** @throws Refusal, or TypeError if there is no answer */
  async function call<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
  ): Promise<Output<Name>> {
    const result = await client.call(name, input);
    if (!result.ok) throw new Refusal(result.problem);
    return result.value;
  }
  async function readAll<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
  ): Promise<Item<Name>[]> {
    const items: Item<Name>[] = [];
    for (;;) {
      const paging = { ...input, skip: items.length, take: pageSize };
      const page = await call(name, paging as unknown as Input<Name>);
      const { items: more, totalCount } = page as { items: Item<Name>[]; totalCount: number };
      items.push(...more);
      if (more.length === 0 || items.length >= totalCount) return items;
    }
  }
  return {
    organization,
    call,
    /** What a view shows: kept under the name of the operation and its input. */
    query: <Name extends OperationName>(name: Name, input: Input<Name>) =>
      queryOptions({
        queryKey: [organization, name, input] as const,
        queryFn: () => call(name, input),
      }),
    /** A whole list, read page by page. */
    list: <Name extends OperationName>(name: Name, input: Input<Name>) =>
      queryOptions({
        queryKey: [organization, name, input, "all"] as const,
        queryFn: () => readAll(name, input),
      }),
  };
}

export type Api = ReturnType<typeof createApi>;

/** For what belongs to the person and not to an organization. */
export const ownApi = createApi(null);
