import { sql, type Kysely } from "kysely";

/** Passkeys of people, and the second factor of a sign-in with a password. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements = [
  `create table passkey (
    id uuid primary key,
    user_id uuid not null references user_account on delete cascade,
    credential_id text not null unique,
    public_key text not null,
    counter bigint not null,
    transports json not null,
    name text not null,
    backed_up boolean not null,
    created_at timestamptz(3) not null,
    last_used_at timestamptz(3))`,
  `create index passkey_of_user on passkey (user_id)`,
  // The last time step of an accepted code is kept, so that each code is accepted once (RFC 6238 §5.2).
  `create table second_factor (
    user_id uuid primary key references user_account on delete cascade,
    sealed_secret text not null,
    recovery_digests json not null,
    last_step bigint not null,
    created_at timestamptz(3) not null,
    enabled_at timestamptz(3))`,
];
