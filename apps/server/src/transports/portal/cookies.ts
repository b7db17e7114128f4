import { randomBytes } from "node:crypto";

/** The cookies of people who read documentation that is not public. */
export interface ReaderCookies {
  /** Whether a request has the token of any region. */
  has(cookies: string): boolean;
  /** The token of a region. */
  readToken(region: string, cookies: string | undefined): string | undefined;
  /** The value of `Set-Cookie`. */
  keepToken(region: string, token: string, expiresAt: Date): string;
  dropToken(region: string): string;
  /** The secret of a sign-in, which stays the same for all tabs of the browser. */
  readSecret(region: string, cookies: string | undefined): string | undefined;
  keepSecret(region: string, secret: string): string;
}

const secretSeconds = 600;

/**
 * Names and attributes depend on the origin of the portal: with the prefix `__Host-`, a cookie is of exactly this host
 * and only sent by TLS (RFC 6265bis §4.1.3.2).
 */
export function createReaderCookies(origin: string): ReaderCookies {
  const isSecure = origin.startsWith("https:");
  const base = `${isSecure ? "__Host-" : ""}lintel-reader-`;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  const nameOfSecret = (region: string) => `${base}${region}-sign-in`;
  return {
    has: (cookies) => cookies.includes(base),
    readToken: (region, cookies) => readCookie(cookies, base + region),
    keepToken: (region, token, expiresAt) =>
      `${base}${region}=${token}; ${attributes}; Expires=${expiresAt.toUTCString()}`,
    dropToken: (region) => `${base}${region}=; ${attributes}; Max-Age=0`,
    readSecret(region, cookies) {
      const secret = readCookie(cookies, nameOfSecret(region));
      return secret !== undefined && /^[\w-]{43}$/.test(secret) ? secret : undefined;
    },
    keepSecret: (region, secret) =>
      `${nameOfSecret(region)}=${secret}; ${attributes}; Max-Age=${secretSeconds}`,
  };
}

/** 256 random bits in Base64. */
export const makeSecretOfBrowser = (): string => randomBytes(32).toString("base64url");

/** The value of the first cookie with a name (RFC 6265 §4.2.1). */
export function readCookie(cookies: string | undefined, name: string): string | undefined {
  for (const part of (cookies ?? "").split(";")) {
    const [key = "", value] = part.trim().split("=", 2);
    if (key === name) return value;
  }
  return undefined;
}
