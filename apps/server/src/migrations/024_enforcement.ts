import { sql, type Kysely } from "kysely";

/** Who signed in through single sign-on, and which changes of domains cached callers depend on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements = [
  `create table sso_sign_in (
    organization_id uuid not null,
    user_id uuid not null,
    connection_id uuid not null,
    signed_in_at timestamptz(3) not null,
    primary key (organization_id, user_id, connection_id),
    foreign key (organization_id, user_id) references membership (organization_id, user_id)
      on delete cascade)`,
  // Whether a session may act in an organization depends on these.
  `create trigger email_domain_auth_version after delete or update of enforced_at on email_domain
    for each row execute function bump_auth_version()`,
  `create trigger break_glass_auth_version after insert or delete on break_glass_owner
    for each row execute function bump_auth_version()`,
];
