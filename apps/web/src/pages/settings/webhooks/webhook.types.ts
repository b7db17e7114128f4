import type { Item } from "../../../api/api.ts";

export type Webhook = Item<"listWebhooks">;
