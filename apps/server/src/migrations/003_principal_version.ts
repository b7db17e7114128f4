import { sql, type Kysely } from "kysely";

/** Names that a cached principal carries count in the organization's version as well. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements = [
  `create function bump_own_auth_version() returns trigger language plpgsql as $$
  begin
    new.auth_version = old.auth_version + 1;
    return new;
  end $$`,
  `create trigger organization_auth_version before update of name, slug, plan on organization
    for each row execute function bump_own_auth_version()`,
  `create trigger api_key_name_auth_version after update of name on api_key
    for each row execute function bump_auth_version()`,
  `create function bump_auth_versions_of_user() returns trigger language plpgsql as $$
  begin
    update organization set auth_version = auth_version + 1
      where id in (select organization_id from membership where user_id = new.id);
    return null;
  end $$`,
  `create trigger user_account_auth_version after update of email, name on user_account
    for each row execute function bump_auth_versions_of_user()`,
];
