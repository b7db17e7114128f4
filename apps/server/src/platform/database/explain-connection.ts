/** Why a database server cannot be used, and what to do about it. */
export interface ConnectionTrouble {
  readonly what: string;
  readonly fix: string;
}

interface Place {
  readonly host: string;
  readonly port: string;
  readonly user: string;
  readonly database: string;
  /** The setting with the address. */
  readonly setting: string;
}

type Explain = (place: Place) => ConnectionTrouble;

const isItUp: Explain = ({ host, port, setting }) => ({
  what: `no PostgreSQL server answers at ${host}:${port}`,
  fix: `Start it, or correct host and port in ${setting}.`,
});

const unknownHost: Explain = ({ host, setting }) => ({
  what: `the host ${host} is not known`,
  fix: `Correct the host in ${setting}.`,
});

const refusedUser: Explain = ({ user, host, setting }) => ({
  what: `PostgreSQL at ${host} does not let the user ${user} in`,
  fix: `Create the role (createuser --pwprompt ${user}) or allow it in pg_hba.conf, or correct user and password in ${setting}.`,
});

/** By error code of the operating system, or PostgreSQL's SQLSTATE (its manual, appendix A). */
const troubles: Readonly<Record<string, Explain>> = {
  ECONNREFUSED: isItUp,
  ECONNRESET: isItUp,
  ETIMEDOUT: isItUp,
  EHOSTUNREACH: isItUp,
  ENETUNREACH: isItUp,
  ENOENT: isItUp,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  "28000": refusedUser,
  "28P01": refusedUser,
  "3D000": ({ database, user, host, setting }) => ({
    what: `PostgreSQL at ${host} has no database ${database}`,
    fix: `Create it (createdb --owner ${user} ${database}), or correct the name in ${setting}.`,
  }),
  "42501": ({ database, user }) => ({
    what: `the user ${user} may not create what Lintel needs in the database ${database}`,
    fix: `Make it the owner: alter database "${database}" owner to "${user}";`,
  }),
  "53300": ({ host }) => ({
    what: `PostgreSQL at ${host} has no connection left`,
    fix: "Raise max_connections there: each node takes up to 20 connections a region.",
  }),
  "57P03": ({ host }) => ({
    what: `PostgreSQL at ${host} is starting or stopping`,
    fix: "Wait until it is ready, and start again.",
  }),
};

/** Explains a connection error, or returns null for other errors. Contains no password. */
export function explainConnection(
  error: unknown,
  url: string,
  setting: string,
): ConnectionTrouble | null {
  const { code } = error as { code?: unknown };
  const explain = typeof code === "string" ? troubles[code] : undefined;
  if (explain !== undefined) return explain(readPlace(url, setting));
  // Errors of pg-pool and of SSL, which have no code.
  const message = error instanceof Error ? error.message : "";
  if (/timeout exceeded when trying to connect/.test(message)) {
    return isItUp(readPlace(url, setting));
  }
  if (/SSL|password must be a string/.test(message)) {
    return { what: message, fix: `Correct ${setting}: password, and sslmode at its end.` };
  }
  return null;
}

function readPlace(url: string, setting: string): Place {
  const { hostname, port, username, pathname } = new URL(url);
  const user = decodeURIComponent(username) || "postgres";
  return {
    host: hostname || "localhost",
    port: port || "5432",
    user,
    database: decodeURIComponent(pathname.slice(1)) || user,
    setting,
  };
}
