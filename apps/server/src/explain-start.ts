import { ConfigError } from "./config-error.ts";
import { explainConnection } from "./platform/database/explain-connection.ts";
import type { DatabaseLocation } from "./platform/database/open-database.ts";

const noSuchAddress = new Set(["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EAFNOSUPPORT"]);

/** Explains why the server cannot listen, and which setting helps; unexpected errors are not changed. */
export function explainListening(error: unknown, host: string, port: number): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") {
    return new ConfigError(
      `Another program listens at ${host}:${port}, perhaps another Lintel. Stop it, or set LINTEL_PORT to another port, for example LINTEL_PORT=${port === 65_535 ? 4000 : port + 10}.`,
    );
  }
  if (code === "EACCES") {
    return new ConfigError(
      `This user may not listen at port ${port}. Set LINTEL_PORT to 1024 or more.`,
    );
  }
  if (code !== undefined && noSuchAddress.has(code)) {
    return new ConfigError(
      `LINTEL_HOST: "${host}" is not an address of this machine (${code}). Set 127.0.0.1 for this machine only, or 0.0.0.0 for all its networks.`,
    );
  }
  return error;
}

/** Explains why a region's database cannot be opened, and which setting helps; unexpected errors are not changed. */
export function explainDatabase(
  error: unknown,
  region: string,
  location: DatabaseLocation,
): unknown {
  if (location.engine === "embedded") return error;
  const setting = `LINTEL_DATABASE_${region.toUpperCase()}`;
  const trouble = explainConnection(error, location.url, setting);
  if (trouble === null) return error;
  return new ConfigError(`Region ${region}: ${trouble.what}. ${trouble.fix}`);
}
