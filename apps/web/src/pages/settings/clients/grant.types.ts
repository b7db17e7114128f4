import type { Item } from "../../../api/api.ts";

export type Grant = Item<"listOauthGrants">;
