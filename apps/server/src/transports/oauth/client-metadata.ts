import { errors } from "oidc-provider";
import { deviceGrantType, grantTypes } from "./metadata.ts";

const { InvalidClientMetadata, InvalidRedirectUri } = errors;
const maxUris = 20;
const maxLength = 2000;
const loopbacks: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * What the server keeps of the metadata that a client gives (RFC 7591 §2): every client is public,
 * and uses codes, refresh tokens or the device flow. A client that does not say what it is counts as
 * native by its redirect URIs, so that loopback ports and private schemes are accepted.
 *
 * @throws OIDCProviderError
 */
export function toClientMetadata(given: Readonly<Record<string, unknown>>) {
  const uris = readStrings(given["redirect_uris"], "redirect_uris");
  const isNative = uris.map(checkRedirectUri).includes("native");
  const grants = readStrings(given["grant_types"], "grant_types");
  const supported = grantTypes.filter((type) => grants.includes(type));
  const usesDevice = supported.includes(deviceGrantType);
  if (uris.length === 0 && !usesDevice)
    throw new InvalidRedirectUri("redirect_uris must name where the client receives its code");
  if (grants.length > 0 && supported.length === 0)
    throw new InvalidClientMetadata(`grant_types takes ${grantTypes.join(", ")}`);
  return {
    client_name: readName(given["client_name"], uris),
    redirect_uris: uris,
    application_type: isNative ? "native" : "web",
    grant_types: grants.length === 0 ? ["authorization_code", "refresh_token"] : supported,
    response_types: uris.length === 0 ? [] : ["code"],
    token_endpoint_auth_method: "none",
  } as const;
}

function readStrings(value: unknown, field: string): string[] {
  if (value === undefined || value === null) return [];
  const isList = Array.isArray(value) && value.length <= maxUris;
  if (isList && value.every((one) => typeof one === "string" && one.length <= maxLength))
    return value as string[];
  throw new InvalidClientMetadata(`${field} takes a list of at most ${maxUris} texts`);
}

/** One line of printable text; the host of the redirect URI where the client has no name. */
function readName(value: unknown, [uri]: readonly string[]): string {
  const text = typeof value === "string" ? value : "";
  const name = text.replaceAll(/[\p{C}\s]+/gu, " ").trim();
  if (name !== "") return name.slice(0, 100);
  return (uri === undefined ? "" : new URL(uri).host) || "A client without a name";
}

/** Schemes that a browser or an operating system opens with more than an app of the person. */
const refusedSchemes =
  /^(?:about|blob|brave|chrome|chrome-extension|data|edge|file|filesystem|ftp|intent|jar|javascript|ldap|mailto|moz-extension|ms-.*|opera|res|resource|search|search-ms|shell|smb|sms|ssh|tel|telnet|vbscript|view-source|wss?):$/;

/** OAuth 2.1 §2.3.1 and RFC 8252 §7. */
function checkRedirectUri(uri: string): "native" | "web" {
  const url = URL.parse(uri);
  // The parser drops white space and control characters; a wildcard would widen the policy of the page.
  if (!/^[!-~]+$/.test(uri) || url?.host.includes("*") === true)
    throw new InvalidRedirectUri("redirect_uris takes addresses without white space and wildcards");
  if (url === null || url.href.includes("#") || url.username !== "" || url.password !== "")
    throw new InvalidRedirectUri("redirect_uris takes addresses without fragment and user");
  if (url.protocol === "https:") return "web";
  if (url.protocol === "http:") {
    if (loopbacks.has(url.hostname)) return "native";
    throw new InvalidRedirectUri("redirect_uris with http must be on localhost or 127.0.0.1");
  }
  if (refusedSchemes.test(url.protocol))
    throw new InvalidRedirectUri(`redirect_uris must not use the scheme ${url.protocol}`);
  return "native";
}
