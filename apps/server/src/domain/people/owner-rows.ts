import { sql } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";

export interface Owner {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  /**
   * Whether the owner of an enforced domain has no known way in: is no break-glass owner, and either
   * never signed in through single sign-on, or has no active connection for the domain.
   */
  readonly isLockedOut: boolean;
}

/** The active owners, the first of whom became a member first. */
export async function selectOwners(db: Database, organizationId: string): Promise<Owner[]> {
  const { rows } = await sql<Owner>`
    select m.user_id as "userId", u.email, u.name, exists (
      select from email_domain as d
      where d.organization_id = m.organization_id
        and d.domain = split_part(lower(u.email), '@', 2)
        and d.verified_at is not null and d.enforced_at is not null
        and not exists (select from break_glass_owner as b
          where b.organization_id = m.organization_id and b.user_id = m.user_id)
        and (
          not exists (select from sso_sign_in as s
            where s.organization_id = m.organization_id and s.user_id = m.user_id)
          or not exists (select from sso_connection as c
            where c.organization_id = m.organization_id and c.status = 'active'
              and d.domain in (select json_array_elements_text(c.domains)))
        )
    ) as "isLockedOut"
    from membership as m
    join user_account as u on u.id = m.user_id
    where m.organization_id = ${organizationId}
      and m.role = 'owner' and m.is_active and not u.is_service
    order by m.created_at, m.user_id`.execute(db);
  return rows;
}
