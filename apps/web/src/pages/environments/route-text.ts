import type { Input, Output } from "../../api/api.ts";

export type EnvironmentRoute = Output<"getEnvironmentRoute">;
type Address = NonNullable<Input<"setEnvironmentRoute">["addresses"]>[number];

/** `api.example.com:8443/shop`, `/shop`, or `/` for all calls. */
export const showAddress = ({ host, port, pathPrefix }: EnvironmentRoute["addresses"][number]) =>
  `${host ?? ""}${port === null ? "" : `:${port}`}${pathPrefix}`;

/** Reads an address as `showAddress` writes it; null if it is none. */
export function readAddress(line: string): Address | null {
  const { host, port, path } =
    /^(?<host>[a-z0-9.-]*)(?::(?<port>\d+))?(?<path>\/\S*)?$/.exec(line.trim().toLowerCase())
      ?.groups ?? {};
  if ((host ?? "") === "" && port === undefined && path === undefined) return null;
  // The path keeps its case.
  const pathPrefix = path === undefined ? "/" : line.trim().slice(-path.length);
  return {
    host: host === undefined || host === "" ? null : host,
    port: port === undefined ? null : Number(port),
    pathPrefix,
  };
}
