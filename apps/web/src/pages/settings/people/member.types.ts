import type { Item } from "../../../api/api.ts";

export type Member = Item<"listMembers">;
