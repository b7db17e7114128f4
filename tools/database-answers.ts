import pg from "pg";

// Exits with code 0 if a PostgreSQL server answers at the given address, else with 1.

const client = new pg.Client({
  connectionString: process.argv[2] ?? "",
  connectionTimeoutMillis: 2000,
});
try {
  await client.connect();
  const { rows } = await client.query<{ version: string }>("select version()");
  console.log(rows[0]?.version);
  await client.end();
} catch {
  process.exitCode = 1;
}
