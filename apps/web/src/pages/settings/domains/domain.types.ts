import type { Item } from "../../../api/api.ts";

export type EmailDomain = Item<"listEmailDomains">;
