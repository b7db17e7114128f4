import type { Item } from "../../api/api.ts";

export type Tag = Item<"listTags">;
