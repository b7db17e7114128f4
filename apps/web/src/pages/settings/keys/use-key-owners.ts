import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../../api/scope.ts";

/** The names of people and service accounts, by id. */
export type KeyOwners = ReadonlyMap<string, string>;

export function useKeyOwners(): KeyOwners {
  const api = useApi();
  const { data: members = [] } = useQuery(api.list("listMembers", {}));
  const { data: accounts = [] } = useQuery(api.list("listServiceAccounts", {}));
  return new Map([
    ...members.map(({ userId, name }) => [userId, name] as const),
    ...accounts.map(({ id, name }) => [id, name] as const),
  ]);
}
