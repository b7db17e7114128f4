import { Secret, TOTP } from "otpauth";

// The parameters that every app has: SHA-1, six digits, 30 seconds (RFC 6238 §1.2).
const period = 30;

/** 160 random bits (RFC 4226 §4), in base32. */
export const makeTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** The content of a QR code, which apps read. */
export function totpUri(secret: string, region: string, email: string): string {
  const issuer = region === "us" ? "Lintel US" : "Lintel";
  return new TOTP({ secret: Secret.fromBase32(secret), issuer, label: email, period }).toString();
}

/** The time step of a code, at most one step from the present one; null where the code is wrong. */
export function findTimeStep(secret: string, code: string, now: Date): number | null {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
