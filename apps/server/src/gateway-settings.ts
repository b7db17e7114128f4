import { readFileSync } from "node:fs";
import { ConfigError } from "./config-error.ts";
import type { Environment } from "./secret-files.ts";

/** Where a gateway listens. */
export interface GatewaySettings {
  readonly host: string;
  readonly ports: readonly number[];
  /** Certificate and key in PEM; null: without TLS. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
}

/** @param isNeeded - whether the process is a gateway, which listens at 8080 if no setting says where */
export function readGateway(environment: Environment, isNeeded: boolean): GatewaySettings | null {
  const host = environment["LINTEL_GATEWAY_HOST"]?.trim() || environment["LINTEL_HOST"]?.trim();
  const text = environment["LINTEL_GATEWAY_PORT"]?.trim() || (isNeeded ? "8080" : "off");
  const tls = readTls(environment);
  if (text.toLowerCase() === "off") {
    if (!isNeeded) return null;
    throw new ConfigError("LINTEL_ROLE=gateway needs LINTEL_GATEWAY_PORT, such as 8080.");
  }
  const ports = text.split(",").map((port) => Number(port.trim() || "none"));
  if (
    ports.length > 20 ||
    ports.some((port) => !Number.isInteger(port) || port < 0 || port > 65_535)
  )
    throw new ConfigError(
      `LINTEL_GATEWAY_PORT takes up to 20 ports, separated by commas, or off, not "${text}".`,
    );
  return { host: host || "127.0.0.1", ports, tls };
}

function readTls(environment: Environment): GatewaySettings["tls"] {
  const certFile = environment["LINTEL_GATEWAY_CERT"] ?? "";
  const keyFile = environment["LINTEL_GATEWAY_KEY"] ?? "";
  if (certFile === "" && keyFile === "") return null;
  if (certFile === "" || keyFile === "")
    throw new ConfigError("LINTEL_GATEWAY_CERT and LINTEL_GATEWAY_KEY are needed together.");
  return {
    cert: readPem("LINTEL_GATEWAY_CERT", certFile),
    key: readPem("LINTEL_GATEWAY_KEY", keyFile),
  };
}

function readPem(name: string, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new ConfigError(`${name} takes a file in PEM; ${file} cannot be read (${code}).`);
  }
}
