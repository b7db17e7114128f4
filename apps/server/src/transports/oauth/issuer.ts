import { pagePath } from "../pages/page-path.ts";
import type { Platform } from "../../platform/kernel/platform.ts";

/** The identifier of a region's authorization server (RFC 8414 §2): its origin and prefix. */
export function issuerOf({ region, publicOrigin }: Platform): string {
  return publicOrigin() + pagePath({ region }, "");
}
