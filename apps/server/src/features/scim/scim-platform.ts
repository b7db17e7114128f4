import type { Platform } from "../../platform/kernel/platform.ts";

/** What provisioning depends on. */
export type ScimPlatform = Pick<
  Platform,
  "clock" | "jobs" | "log" | "mailer" | "publicOrigin" | "region"
>;
