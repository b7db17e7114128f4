import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { createAddressCheck } from "./check-address.ts";
import { parseTarget } from "./target-url.ts";
import { openEgress } from "./testing/open-egress.ts";

const refusedForms: Readonly<Record<string, readonly string[]>> = {
  loopback: [
    "127.0.0.1",
    "127.1",
    "127.0.1",
    "127.255.255.254",
    "127.0.0.1.",
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "0x7f.0x0.0x0.0x1",
    "017700000001",
    "0177.0.0.1",
    "0177.1",
    "127.0x1",
    "0X7F.0.0.1",
    "%31%32%37.0.0.1",
    "①②⑦.⓪.⓪.①",
    "127。0。0。1",
    "１２７.0.0.1",
    "[::1]",
    "[0:0:0:0:0:0:0:1]",
    "[0000:0000:0000:0000:0000:0000:0000:0001]",
    "localhost",
    "LOCALHOST",
    "localhost.",
    "api.localhost",
    "ⓛocalhost",
  ],
  embedded: [
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::FFFF:7F00:0001]",
    "[0:0:0:0:0:ffff:10.0.0.1]",
    "[::ffff:192.168.0.1]",
    "[::127.0.0.1]",
    "[::7f00:1]",
    "[::a00:1]",
    "[::8.8.8.8]",
    "[::ffff:0:127.0.0.1]",
    "[64:ff9b::127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[64:ff9b::10.1.2.3]",
    "[64:ff9b:1::8.8.8.8]",
    "[64:ff9b:1:a00:1::]",
    "[2002:7f00:1::]",
    "[2002:a00:1::1]",
    "[2002:808:808::1]",
    "[2001:0:7f00:1::]",
    "[2001:0:808:808:0:0:80ff:fffe]",
    "[2606:4700::5efe:127.0.0.1]",
    "[2606:4700::200:5efe:a00:1]",
  ],
  unspecified: ["0", "0.0.0.0", "0x0", "00", "0.1.2.3", "[::]", "[0::0]", "[::ffff:0.0.0.0]"],
  private: [
    "10.0.0.1",
    "10.1",
    "167772161",
    "012.0.0.1",
    "10.255.255.255",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "192.168.257",
    "3232235777",
    "[fc00::1]",
    "[fd12:3456:789a::1]",
    "[fec0::1]",
  ],
  special: [
    "100.64.0.1",
    "100.127.255.255",
    "192.0.0.1",
    "192.0.2.1",
    "192.88.99.1",
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "4294967295",
    "[100::1]",
    "[2001:db8::1]",
    "[2001:2::1]",
    "[2001:10::1]",
    "[2001:20::1]",
    "[3fff::1]",
    "[5f00::1]",
    "[4000::1]",
    "[ff02::1]",
    "[ff0e::1]",
  ],
};

const neverForms = [
  "169.254.169.254",
  "169.254.0.1",
  "169.254.170.2",
  "2852039166",
  "0xa9fea9fe",
  "0xa9.254.0251.0xfe",
  "100.100.100.200",
  "168.63.129.16",
  "192.0.0.192",
  "[fe80::1]",
  "[febf::1]",
  "[fe80::a9fe:a9fe]",
  "[fd00:ec2::254]",
  "[fd20:ce::254]",
  "[::ffff:169.254.169.254]",
  "[::ffff:a9fe:a9fe]",
  "[64:ff9b::169.254.169.254]",
  "[2002:a9fe:a9fe::]",
  "[64:ff9b:1:a9fe:a9:fe00::]",
  "[2001:0:a9fe:a9fe::]",
  "[2001:0:808:808:0:0:5601:5601]",
  "[2606:4700::5efe:169.254.169.254]",
];

const publicForms = [
  "8.8.8.8",
  "1.1.1.1",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.0",
  "169.253.255.255",
  "172.15.255.255",
  "172.32.0.0",
  "192.167.255.255",
  "223.255.255.255",
  "[2606:4700::1]",
  "[2a00::1]",
  "[2400:cb00::1]",
  "[64:ff9b::8.8.8.8]",
  "[::ffff:8.8.8.8]",
];

describe("addresses that are not public", () => {
  const forms = Object.values(refusedForms).flat();

  it("are listed in at least 60 different forms", () => {
    expect(new Set(forms).size).toBe(forms.length);
    expect(forms.length).toBeGreaterThanOrEqual(90);
  });

  it.each(forms)("%s is refused without a DNS query", async (form) => {
    await using egress = openEgress("", { resolve: () => Promise.reject(new Error("asked")) });
    const error = await egress.refuse(`http://${form}/`);
    expect(error.code).toBe("ADDRESS_REFUSED");
    expect(error.message).toContain("to LINTEL_EGRESS_ALLOW.");
  });

  it.each(neverForms)("%s stays refused where everything is allowed", async (form) => {
    await using egress = openEgress("0.0.0.0/0:*,[::/0]:*");
    const error = await egress.refuse(`http://${form}/`);
    expect(error.code).toBe("METADATA_REFUSED");
    expect(error.message).not.toContain("LINTEL_EGRESS_ALLOW");
  });

  it.each(publicForms)("%s passes the rules", (form) => {
    const checkAddress = createAddressCheck({ allow: [], isOwnAddress: () => false });
    const { address } = parseTarget(`http://${form}/`);
    expect(address && checkAddress(address, 443)).toEqual([]);
  });

  it.each([
    ["http://[fe80::1%25eth0]/", "INVALID_URL"],
    ["http://[::1%25lo]/", "INVALID_URL"],
    ["http://127.0.0.1../", "INVALID_URL"],
    ["http://a..b/", "INVALID_URL"],
    ["http://./", "INVALID_URL"],
    ["http://256.256.256.256/", "INVALID_URL"],
    ["http://1.2.3.4.5/", "INVALID_URL"],
    ["http://127.0.0.1:99999/", "INVALID_URL"],
    ["http:///", "INVALID_URL"],
    ["/path", "INVALID_URL"],
    ["", "INVALID_URL"],
    ["http://user@127.0.0.1/", "USERINFO_REFUSED"],
    ["http://user:secret@example.com/", "USERINFO_REFUSED"],
    ["http://example.com:80@127.0.0.1/", "USERINFO_REFUSED"],
    ["http://:p@example.com/", "USERINFO_REFUSED"],
    ["file:///etc/passwd", "SCHEME_REFUSED"],
    ["gopher://127.0.0.1/", "SCHEME_REFUSED"],
    ["ftp://127.0.0.1/", "SCHEME_REFUSED"],
    ["ws://127.0.0.1/", "SCHEME_REFUSED"],
    ["data:text/plain,x", "SCHEME_REFUSED"],
    ["javascript:alert(1)", "SCHEME_REFUSED"],
    ["unix:/var/run/docker.sock", "SCHEME_REFUSED"],
    ["blob:http://127.0.0.1/x", "SCHEME_REFUSED"],
    ["http:127.0.0.1", "ADDRESS_REFUSED"],
    ["http:\\\\127.0.0.1\\", "ADDRESS_REFUSED"],
    ["  http://127.0.0.1/", "ADDRESS_REFUSED"],
    ["ht\ntp://127.0.\t0.1/", "ADDRESS_REFUSED"],
    ["http://9.9.9.9#@127.0.0.1:25/", "OWN_ADDRESS_REFUSED"],
    ["http://9.9.9.9/?@127.0.0.1/", "OWN_ADDRESS_REFUSED"],
    ["http://8.8.8.8:25/", "PORT_REFUSED"],
    ["http://8.8.8.8:0/", "PORT_REFUSED"],
  ])("%j is refused as %s", async (url, code) => {
    const isOwnAddress = (address: string, port: number) => address === "9.9.9.9" && port === 80;
    await using egress = openEgress("", { isOwnAddress });
    expect(await egress.refuseCode(url)).toBe(code);
  });

  it("that are too long are refused", async () => {
    await using egress = openEgress("");
    const name = `${"a".repeat(250)}.example`;
    expect(await egress.refuseCode(`http://${name}/`)).toBe("INVALID_URL");
    expect(await egress.refuseCode(`http://a.example/${"a".repeat(70_000)}`)).toBe("INVALID_URL");
  });

  it("are refused in every number notation", async () => {
    const part = (value: number) =>
      fc.constantFrom(
        String(value),
        `0x${value.toString(16)}`,
        `0X${value.toString(16).toUpperCase()}`,
        `0${value.toString(8)}`,
      );
    const privateAddress = fc.oneof(
      fc.tuple(fc.constantFrom(10, 127, 0, 240), fc.nat(255), fc.nat(255), fc.nat(255)),
      fc.tuple(fc.constant(192), fc.constant(168), fc.nat(255), fc.nat(255)),
      fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), fc.nat(255), fc.nat(255)),
      fc.tuple(fc.constant(169), fc.constant(254), fc.nat(255), fc.nat(255)),
      fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), fc.nat(255), fc.nat(255)),
    );
    const notation = fc
      .tuple(privateAddress, fc.integer({ min: 1, max: 4 }), fc.constantFrom("", "."))
      .chain(([bytes, count, dot]) => {
        const head = bytes.slice(0, count - 1);
        const tail = bytes.slice(count - 1).reduce((sum, byte) => sum * 256 + byte, 0);
        const parts = [...head, tail].map(part);
        return fc.tuple(...parts).map((texts) => texts.join(".") + dot);
      });
    await using egress = openEgress("", { resolve: () => Promise.reject(new Error("asked")) });
    await fc.assert(
      fc.asyncProperty(notation, async (host) => {
        const code = await egress.refuseCode(`http://${host}/`);
        expect(["ADDRESS_REFUSED", "METADATA_REFUSED"]).toContain(code);
      }),
      { numRuns: 500 },
    );
  });

  it("are refused inside every IPv6 form that carries them", async () => {
    const bytes = fc.tuple(fc.constantFrom(10, 127, 0), fc.nat(255), fc.nat(255), fc.nat(255));
    const hex = (high: number, low: number) => (high * 256 + low).toString(16);
    const form = bytes.chain(([a, b, c, d]) => {
      const groups = `${hex(a, b)}:${hex(c, d)}`;
      const inverted = `${hex(a ^ 255, b ^ 255)}:${hex(c ^ 255, d ^ 255)}`;
      return fc.constantFrom(
        `::ffff:${groups}`,
        `::ffff:${a}.${b}.${c}.${d}`,
        `64:ff9b::${groups}`,
        `2002:${groups}::1`,
        `2001:0:808:808:0:0:${inverted}`,
        `2a00:1:2:3:0:5efe:${groups}`,
      );
    });
    await using egress = openEgress("[2000::/3]:*");
    await fc.assert(
      fc.asyncProperty(form, async (host) => {
        expect(await egress.refuseCode(`http://[${host}]/`)).toBe("ADDRESS_REFUSED");
      }),
      { numRuns: 300 },
    );
  });
});
