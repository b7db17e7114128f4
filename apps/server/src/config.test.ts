import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ConfigError } from "./config-error.ts";
import { readConfig } from "./config.ts";
import { chooseEngineMemory } from "./platform/database/cluster/engine-memory.ts";

const secret = "ab".repeat(32);
const upstream = { LINTEL_UPSTREAM_US: "https://us.lintel.example.com", LINTEL_HOP_SECRET: secret };

function refusalOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error("The settings were accepted.");
}

describe("the settings of metrics", () => {
  it("serve them on loopback, and distinguish a set address from the default", () => {
    const read = (environment: Record<string, string>) => readConfig(environment).metrics;
    expect(read({})).toEqual({ host: "127.0.0.1", port: 9464, isExplicit: false });
    expect(read({ LINTEL_METRICS_PORT: "", LINTEL_METRICS_HOST: "" })).toEqual(read({}));
    expect(read({ LINTEL_METRICS_PORT: "9464" })).toMatchObject({ port: 9464, isExplicit: true });
    expect(read({ LINTEL_METRICS_HOST: "::1" })).toMatchObject({ host: "::1", isExplicit: true });
    expect(read({ LINTEL_METRICS_PORT: "OFF", LINTEL_METRICS_HOST: "::1" })).toBeNull();
  });

  it("are refused by name if they are invalid", () => {
    expect(refusalOf({ LINTEL_METRICS_PORT: "none" })).toBe(
      'LINTEL_METRICS_PORT takes a whole number from 0 to 65535 or off, not "none".',
    );
    expect(refusalOf({ OTEL_TRACES_EXPORTER: "zipkin" })).toContain("takes otlp or none");
  });
});

describe("the settings of a region that is forwarded", () => {
  it("remove it from the regions that are served here, listed or not", () => {
    for (const listed of [{}, { LINTEL_REGIONS: "eu" }, { LINTEL_REGIONS: "us,eu" }]) {
      const config = readConfig({ ...upstream, ...listed });
      expect(config.regions.map(({ region }) => region)).toEqual(["eu"]);
      expect(config.upstreams).toEqual([
        {
          region: "us",
          origin: "https://us.lintel.example.com",
          hopSecrets: [Buffer.from(secret, "hex")],
        },
      ]);
    }
  });

  it("forward nothing by default", () => {
    const config = readConfig({});
    expect(config.upstreams).toEqual([]);
    expect(config.hopSecrets).toBeNull();
    expect(readConfig({ LINTEL_HOP_SECRET: secret }).hopSecrets).toEqual([
      Buffer.from(secret, "hex"),
    ]);
  });

  it("exclude a database of the region and its Redis", () => {
    for (const name of ["LINTEL_DATABASE_US", "LINTEL_REDIS_US"]) {
      const message = refusalOf({ ...upstream, [name]: "postgres://localhost/x" });
      expect(message).toContain(`LINTEL_UPSTREAM_US and ${name} exclude each other`);
    }
  });

  it("require a secret that is long enough", () => {
    expect(refusalOf({ LINTEL_UPSTREAM_US: "http://10.0.0.1:4000" })).toContain(
      "LINTEL_UPSTREAM_US needs a hop secret. LINTEL_HOP_SECRET takes at least 32 bytes",
    );
    expect(refusalOf({ LINTEL_HOP_SECRET: "ab".repeat(31) })).toContain("at least 32 bytes");
  });

  it("accept an address without a path", () => {
    const refused = [
      "us.lintel.example.com",
      "ftp://us.lintel.example.com",
      "https://us.lintel.example.com/lintel",
      "https://us.lintel.example.com?x",
      "https://user:word@us.lintel.example.com",
    ];
    for (const text of refused) {
      expect(refusalOf({ ...upstream, LINTEL_UPSTREAM_US: text })).toContain("without a path");
    }
  });

  it("require at least one region that is served here", () => {
    const both = { ...upstream, LINTEL_UPSTREAM_EU: "https://eu.lintel.example.com" };
    expect(refusalOf(both)).toContain("serves at least one");
    expect(refusalOf({ ...upstream, LINTEL_REGIONS: "us" })).toContain("serves at least one");
  });
});

describe("the address of a Redis", () => {
  it("belongs to its region and is optional", () => {
    const config = readConfig({ LINTEL_REDIS_EU: "rediss://user:pass@redis.example.com:6380/2" });
    expect(config.regions.map(({ redis }) => redis)).toEqual([
      "rediss://user:pass@redis.example.com:6380/2",
      null,
    ]);
    expect(readConfig({ LINTEL_REDIS_EU: "" }).regions[0]?.redis).toBeNull();
  });

  it("is refused if it is invalid, without repeating a possible password", () => {
    for (const text of ["localhost:6379", "http://secret@h", "redis://", "redis://:secret@h/x"]) {
      const message = refusalOf({ LINTEL_REDIS_EU: text });
      expect(message).toContain("LINTEL_REDIS_EU takes an address such as redis://");
      expect(message).not.toContain("secret");
    }
  });
});

describe("LINTEL_EMBEDDED_MEMORY", () => {
  it("depends on the memory limit of the process, unless it is set", () => {
    expect(chooseEngineMemory(1536 * 2 ** 20)).toBe("low");
    expect(chooseEngineMemory(8 * 2 ** 30)).toBe("full");
    expect(readConfig({}).engineMemory).toBe(chooseEngineMemory());
    expect(readConfig({ LINTEL_EMBEDDED_MEMORY: "low" }).engineMemory).toBe("low");
    expect(readConfig({ LINTEL_EMBEDDED_MEMORY: "full" }).engineMemory).toBe("full");
    expect(refusalOf({ LINTEL_EMBEDDED_MEMORY: "tiny" })).toContain("takes one of auto, low, full");
  });
});

describe("LINTEL_ROLE", () => {
  const onServers = {
    LINTEL_DATABASE_EU: "postgres://db.example.com/lintel_eu",
    LINTEL_DATABASE_US: "postgres://db.example.com/lintel_us",
  };

  it("is both by default, and one of three", () => {
    expect(readConfig({}).role).toBe("both");
    expect(readConfig({ ...onServers, LINTEL_ROLE: "web" }).role).toBe("web");
    expect(readConfig({ ...onServers, LINTEL_ROLE: "worker" }).role).toBe("worker");
    expect(refusalOf({ LINTEL_ROLE: "idle" })).toContain("takes one of both, web, worker");
  });

  it("must be both if a region is embedded, because no other process can open it", () => {
    const { LINTEL_DATABASE_EU } = onServers;
    expect(refusalOf({ LINTEL_ROLE: "worker", LINTEL_DATABASE_EU })).toContain(
      "LINTEL_ROLE=worker needs a database server for every region; set LINTEL_DATABASE_US",
    );
    const servesOne = { LINTEL_DATABASE_EU, LINTEL_REGIONS: "eu" };
    expect(readConfig({ ...servesOne, LINTEL_ROLE: "worker" }).role).toBe("worker");
  });
});

describe("a secret in a file", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "lintel-secrets-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function write(name: string, text: string): Promise<string> {
    const file = path.join(folder, name);
    await writeFile(file, text);
    return file;
  }

  it("is read like the setting, without the line break", async () => {
    const config = readConfig({
      LINTEL_MASTER_KEY_FILE: await write("master", `${secret}\n`),
      LINTEL_HOP_SECRET_FILE: await write("hop", `${secret}\r\n`),
      LINTEL_DATABASE_EU_FILE: await write("database", "postgres://u:p@db:5432/lintel_eu\n"),
      LINTEL_REDIS_US_FILE: await write("redis", "redis://:p@cache:6379\n"),
      LINTEL_DATABASE_US_FILE: "",
    });
    expect(config.masterKeys).toEqual([Buffer.from(secret, "hex")]);
    expect(config.hopSecrets).toEqual([Buffer.from(secret, "hex")]);
    expect(config.regions.map(({ location, redis }) => [location.engine, redis])).toEqual([
      ["server", null],
      ["embedded", "redis://:p@cache:6379"],
    ]);
    expect(config.regions[0]?.location).toMatchObject({ url: "postgres://u:p@db:5432/lintel_eu" });
  });

  it("is refused together with the setting itself, without repeating either", async () => {
    const file = await write("twice", secret);
    const message = refusalOf({ LINTEL_MASTER_KEY: secret, LINTEL_MASTER_KEY_FILE: file });
    expect(message).toBe(
      "LINTEL_MASTER_KEY and LINTEL_MASTER_KEY_FILE exclude each other; set one of them.",
    );
  });

  it("is refused if the file is missing, empty or invalid", async () => {
    expect(refusalOf({ LINTEL_HOP_SECRET_FILE: "/nowhere/hop" })).toMatch(
      /^LINTEL_HOP_SECRET_FILE names \/nowhere\/hop, which cannot be read \(ENOENT\)/,
    );
    const empty = await write("empty", " \n");
    expect(refusalOf({ LINTEL_REDIS_EU_FILE: empty })).toContain("which is empty");
    const short = await write("short", "ab");
    const message = refusalOf({ LINTEL_MASTER_KEY_FILE: short });
    expect(message).toContain("LINTEL_MASTER_KEY takes 32 bytes");
  });
});

describe("the settings of the portal", () => {
  const read = (environment: Record<string, string>) => readConfig(environment).portal;

  it("default to the port after the server's own", () => {
    expect(read({})).toEqual({ port: 4001, publicUrl: null, isExplicit: false });
    expect(read({ LINTEL_PORT: "8080" })?.port).toBe(8081);
    expect(read({ LINTEL_PORT: "0" })?.port).toBe(0);
    expect(
      read({ LINTEL_PORTAL_PORT: "9000", LINTEL_PORTAL_URL: "https://docs.example.com/" }),
    ).toEqual({ port: 9000, publicUrl: "https://docs.example.com", isExplicit: true });
    expect(read({ LINTEL_PORTAL_PORT: "off" })).toBeNull();
  });

  it.each(["docs.example.com", "ftp://x", "https://x/docs", "https://x/?a"])(
    "refuse %s as an origin",
    (url) => {
      expect(() => read({ LINTEL_PORTAL_URL: url })).toThrow("LINTEL_PORTAL_URL");
    },
  );
});

describe("the private addresses that tests may call", () => {
  it("are refused with the name of the setting and the correct form", () => {
    const refuse = (text: string) => refusalOf({ LINTEL_EGRESS_ALLOW: text });
    expect(refuse("http://127.0.0.1:8080")).toBe(
      'LINTEL_EGRESS_ALLOW: "http://127.0.0.1:8080" cannot be used: leave out http:// and what follows the port, as in 127.0.0.1:8080.',
    );
    expect(refuse("127.0.0.1")).toContain("127.0.0.1:8080, or :* for every port");
    expect(readConfig({ LINTEL_EGRESS_ALLOW: "127.0.0.0/8:*" }).egressAllow).toHaveLength(1);
  });
});
