import type { Database } from "../../platform/database/open-database.ts";
import type { Platform } from "../../platform/kernel/platform.ts";

/**
 * The page of a person's notices in the web app; null where no web app is served.
 *
 * @param noticeId - the notice that it opens; null: none
 */
export async function noticesLink(
  { webAppOrigin }: Pick<Platform, "webAppOrigin">,
  db: Database,
  organizationId: string,
  noticeId: string | null,
): Promise<string | null> {
  const origin = webAppOrigin();
  if (origin === null) return null;
  const { slug } = await db
    .selectFrom("organization")
    .select("slug")
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
  return `${origin}/${slug}/notices${noticeId === null ? "" : `?open=${noticeId}`}`;
}
