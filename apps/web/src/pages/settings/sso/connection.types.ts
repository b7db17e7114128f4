import type { Item } from "../../../api/api.ts";

export type Connection = Item<"listSsoConnections">;
