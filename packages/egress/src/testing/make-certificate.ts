import { generateKeyPairSync, sign } from "node:crypto";

/** One value of the distinguished encoding rules (ITU-T X.690 §8). */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const length = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const hex = (text: string) => Buffer.from(text, "hex");
const time = (text: string) => der(0x18, Buffer.from(text));

const ecdsaWithSha256 = sequence(hex("06082a8648ce3d040302"));
const commonNameId = hex("0603550403");
const alternativeNamesId = hex("0603551d11");

/** A self-signed certificate for one name (RFC 5280 §4.1), with its key. */
export function makeCertificate(name: string): { readonly cert: string; readonly key: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const subject = sequence(der(0x31, sequence(commonNameId, der(0x0c, Buffer.from(name)))));
  const names = der(0x04, sequence(der(0x82, Buffer.from(name))));
  const body = sequence(
    der(0xa0, hex("020102")),
    hex("020101"),
    ecdsaWithSha256,
    subject,
    sequence(time("20200101000000Z"), time("20991231000000Z")),
    subject,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(sequence(alternativeNamesId, names))),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", body, privateKey));
  const lines = sequence(body, ecdsaWithSha256, signature)
    .toString("base64")
    .match(/.{1,64}/g);
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines?.join("\n")}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}
