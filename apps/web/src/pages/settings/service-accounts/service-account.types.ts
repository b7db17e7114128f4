import type { Item } from "../../../api/api.ts";

export type ServiceAccount = Item<"listServiceAccounts">;
