import type { Item } from "../../../api/api.ts";
import type { RowFields } from "../../../parts/match-row.ts";
import type { Column } from "../../../parts/table.tsx";
import { Time } from "../../../parts/time.tsx";
import { OpenLink } from "../open-link.tsx";
import type { KeyOwners } from "./use-key-owners.ts";

export type ApiKey = Item<"listApiKeys">;

/** What a key may do, in a few words. */
export function describeAccess({ access, permissions, mintedBy }: ApiKey): string {
  const what = access === "full" ? "As its owner" : `${permissions.length} permissions`;
  return mintedBy === null ? what : `Staging token, ${what.toLowerCase()}`;
}

export const keyFields = (owners: KeyOwners): RowFields<ApiKey> => ({
  name: ({ name }) => name,
  owner: ({ userId }) => owners.get(userId) ?? "",
  access: ({ access }) => access,
  kind: ({ mintedBy }) => (mintedBy === null ? "key" : "staging"),
  prefix: ({ prefix }) => prefix,
  used: ({ lastUsedAt }) => lastUsedAt ?? "",
  expires: ({ expiresAt }) => expiresAt ?? "",
});

export const keyColumns = (owners: KeyOwners): readonly Column<ApiKey>[] => [
  { name: "Name", sort: "name", cell: ({ id, name }) => <OpenLink id={id}>{name}</OpenLink> },
  {
    name: "Begins with",
    width: "140px",
    isMinor: true,
    cell: ({ prefix }) => <code>{prefix}…</code>,
  },
  { name: "Owner", sort: "owner", isMinor: true, cell: ({ userId }) => owners.get(userId) ?? "–" },
  { name: "May do", sort: "access", isMinor: true, width: "150px", cell: describeAccess },
  {
    name: "Last used",
    sort: "used",
    width: "110px",
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? "Never" : <Time at={lastUsedAt} />),
  },
  {
    name: "Expires",
    sort: "expires",
    width: "110px",
    isMinor: true,
    cell: ({ expiresAt }) => (expiresAt === null ? "Never" : <Time at={expiresAt} />),
  },
];
