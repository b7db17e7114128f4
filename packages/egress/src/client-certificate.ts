import { createHash, createPrivateKey, X509Certificate } from "node:crypto";

/** A certificate by which a client proves who it is (RFC 8446 §4.4.2), with its key. */
export interface ClientCertificate {
  /** The certificate and those between it and the authority that signed it, as PEM. */
  readonly certificate: string;
  /** The private key of the first certificate, as PEM without a passphrase. */
  readonly key: string;
}

/** Why a certificate cannot be used, as the end of a sentence; null if it can be. */
export function explainCertificate({ certificate, key }: ClientCertificate): string | null {
  const first = readOr(() => new X509Certificate(certificate));
  if (first === null) return "the certificate is no PEM text of an X.509 certificate";
  const own = readOr(() => createPrivateKey(key));
  if (own === null)
    return /ENCRYPTED/.test(key)
      ? "the key has a passphrase; give it without one"
      : "the key is no PEM text of a private key";
  return first.checkPrivateKey(own) ? null : "the key is not that of the certificate";
}

/** When the certificate is not valid at an instant: `expired on …`, or null. */
export function explainValidity({ certificate }: ClientCertificate, now: Date): string | null {
  const { validFromDate, validToDate } = new X509Certificate(certificate);
  if (now > validToDate) return `it expired on ${dayOf(validToDate)}`;
  return now < validFromDate ? `it is valid from ${dayOf(validFromDate)}` : null;
}

/** Connections of two certificates differ in this; it does not reveal the key. */
export const digestCertificate = ({ certificate, key }: ClientCertificate): string =>
  createHash("sha256")
    .update(JSON.stringify([certificate, key]))
    .digest("base64");

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

function readOr<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
