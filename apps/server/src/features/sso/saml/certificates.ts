import { X509Certificate } from "node:crypto";

/** A certificate of a provider, as it is stored. */
export interface StoredCertificate {
  readonly pem: string;
  /** SHA-256 of the DER, in hex. */
  readonly fingerprint: string;
  readonly subject: string;
  /** RFC 3339. */
  readonly notBefore: string;
  readonly notAfter: string;
  /** When the metadata stopped to list it; it is accepted a while longer. */
  readonly retiredAt: string | null;
}

const minBits = 2048;

/**
 * Reads a certificate from PEM, or from the Base64 of metadata.
 *
 * @returns why it cannot be used, as text.
 */
export function readCertificate(text: string): StoredCertificate | string {
  const body = text.replaceAll(/-----(?:BEGIN|END) CERTIFICATE-----|\s/g, "");
  if (!/^[A-Za-z0-9+/]+=*$/.test(body)) return "It is not a certificate in PEM or Base64.";
  const parsed = parse(body);
  if (parsed === null) return "It is not an X.509 certificate.";
  const { asymmetricKeyType, asymmetricKeyDetails } = parsed.publicKey;
  if (asymmetricKeyType !== "rsa") return "Its key is not RSA; SAML signatures need RSA.";
  if ((asymmetricKeyDetails?.modulusLength ?? 0) < minBits)
    return `Its key has fewer than ${minBits} bits.`;
  return {
    pem: parsed.toString().trim(),
    fingerprint: parsed.fingerprint256.replaceAll(":", "").toLowerCase(),
    subject: parsed.subject.replaceAll("\n", ", ").slice(0, 300),
    notBefore: parsed.validFromDate.toISOString(),
    notAfter: parsed.validToDate.toISOString(),
    retiredAt: null,
  };
}

function parse(base64: string): X509Certificate | null {
  try {
    return new X509Certificate(Buffer.from(base64, "base64"));
  } catch {
    return null;
  }
}

/** How long a certificate is accepted after the metadata stopped to list it. */
const retiringMs = 24 * 3600_000;

/** The certificates that may have signed at a time. */
export function usableCertificates(
  certificates: readonly StoredCertificate[],
  now: Date,
): StoredCertificate[] {
  return certificates.filter(
    ({ notAfter, retiredAt }) =>
      new Date(notAfter) > now &&
      (retiredAt === null || now.getTime() - Date.parse(retiredAt) < retiringMs),
  );
}

/**
 * The certificates after the metadata was read again: new ones are accepted at once, and those that
 * it no longer lists a day longer, because the provider's nodes change keys one after the other.
 */
export function rollOver(
  before: readonly StoredCertificate[],
  listed: readonly StoredCertificate[],
  now: Date,
): StoredCertificate[] {
  const names = new Set(listed.map(({ fingerprint }) => fingerprint));
  const leaving = before
    .filter(({ fingerprint }) => !names.has(fingerprint))
    .map((one) => ({ ...one, retiredAt: one.retiredAt ?? now.toISOString() }));
  return [...listed, ...usableCertificates(leaving, now)];
}

export function isSameSet(
  left: readonly StoredCertificate[],
  right: readonly StoredCertificate[],
): boolean {
  const names = (list: readonly StoredCertificate[]) =>
    list
      .map(({ fingerprint, retiredAt }) => `${fingerprint} ${retiredAt ?? ""}`)
      .sort()
      .join();
  return names(left) === names(right);
}
