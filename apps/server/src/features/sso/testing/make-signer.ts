import { generateKeyPairSync, sign } from "node:crypto";

/** One value of the distinguished encoding rules (ITU-T X.690 §8). */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const length = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const hex = (text: string) => Buffer.from(text, "hex");
const time = (date: Date) =>
  der(0x18, Buffer.from(`${date.toISOString().replaceAll(/[-:T]|\.\d+Z/g, "")}Z`));

const rsaWithSha256 = sequence(hex("06092a864886f70d01010b"), hex("0500"));
const commonNameId = hex("0603550403");

/** An RSA key with a self-signed certificate (RFC 5280 §4.1), in PEM. */
export interface Signer {
  readonly key: string;
  readonly cert: string;
}

export function makeSigner(
  options: { bits?: number; notBefore?: Date; notAfter?: Date; name?: string } = {},
): Signer {
  const { bits = 2048, name = "provider" } = options;
  const { notBefore = new Date("2020-01-01"), notAfter = new Date("2099-01-01") } = options;
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: bits });
  const subject = sequence(der(0x31, sequence(commonNameId, der(0x0c, Buffer.from(name)))));
  const body = sequence(
    der(0xa0, hex("020102")),
    hex("020101"),
    rsaWithSha256,
    subject,
    sequence(time(notBefore), time(notAfter)),
    subject,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", body, privateKey));
  const lines = sequence(body, rsaWithSha256, signature)
    .toString("base64")
    .match(/.{1,64}/g);
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines?.join("\n")}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}
