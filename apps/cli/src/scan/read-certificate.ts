import { readFileSync } from "node:fs";
import { explainCertificate } from "@lintel/egress/client-certificate";
import type { Identity } from "@lintel/scanner/identity.types";
import { usageFailure } from "../outcome/failure.ts";

/**
 * An identity with the texts of its certificate and key, which it can name by their files. Others
 * stay as they are.
 *
 * @throws Failure for a file that cannot be read, or a certificate that cannot be used
 */
export function readCertificate(identity: Identity): Identity {
  const { name, auth } = identity;
  if (auth.type !== "clientCertificate") return identity;
  const [certificate, key] = [readPem(name, auth.certificate), readPem(name, auth.key)];
  const reason = explainCertificate({ certificate, key });
  if (reason === null) return { ...identity, auth: { type: auth.type, certificate, key } };
  throw usageFailure(
    `The certificate of ${name} cannot be used: ${reason}.`,
    "Name the files of a certificate and of its key: NAME=certificate:alice.crt:alice.key.",
  );
}

const isPem = (text: string): boolean => /^\s*-----BEGIN /m.test(text);

function readPem(name: string, given: string): string {
  if (isPem(given)) return given;
  try {
    return readFileSync(given, "utf8");
  } catch (error) {
    const why = error instanceof Error && "code" in error ? String(error.code) : "no file";
    throw usageFailure(
      `The certificate of ${name} cannot be read: ${given} (${why}).`,
      "Name the file, or a variable with its text as env:NAME.",
    );
  }
}
