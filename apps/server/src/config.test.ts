import { describe, expect, it } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

const secret = "ab".repeat(32);
const upstream = { LINTEL_UPSTREAM_US: "https://us.lintel.example.com", LINTEL_HOP_SECRET: secret };

function refusalOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error("The settings were taken.");
}

describe("the settings of a region that is forwarded", () => {
  it("take it from the regions that are served here, listed there or not", () => {
    for (const listed of [{}, { LINTEL_REGIONS: "eu" }, { LINTEL_REGIONS: "us,eu" }]) {
      const config = readConfig({ ...upstream, ...listed });
      expect(config.regions.map(({ region }) => region)).toEqual(["eu"]);
      expect(config.upstreams).toEqual([
        {
          region: "us",
          origin: "https://us.lintel.example.com",
          hopSecret: Buffer.from(secret, "hex"),
        },
      ]);
    }
  });

  it("forward nothing unless asked", () => {
    const config = readConfig({});
    expect(config.upstreams).toEqual([]);
    expect(config.hopSecret).toBeNull();
    expect(readConfig({ LINTEL_HOP_SECRET: secret }).hopSecret).toHaveLength(32);
  });

  it("exclude a database of the region and its Redis", () => {
    for (const name of ["LINTEL_DATABASE_US", "LINTEL_REDIS_US"]) {
      const message = refusalOf({ ...upstream, [name]: "postgres://localhost/x" });
      expect(message).toContain(`LINTEL_UPSTREAM_US and ${name} exclude each other`);
    }
  });

  it("need a secret that is long enough", () => {
    expect(refusalOf({ LINTEL_UPSTREAM_US: "http://10.0.0.1:4000" })).toContain(
      "LINTEL_UPSTREAM_US needs a hop secret. LINTEL_HOP_SECRET takes at least 32 bytes",
    );
    expect(refusalOf({ LINTEL_HOP_SECRET: "ab".repeat(31) })).toContain("at least 32 bytes");
  });

  it("take an address and nothing more", () => {
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

  it("leave at least one region to be served here", () => {
    const both = { ...upstream, LINTEL_UPSTREAM_EU: "https://eu.lintel.example.com" };
    expect(refusalOf(both)).toContain("serves at least one");
    expect(refusalOf({ ...upstream, LINTEL_REGIONS: "us" })).toContain("serves at least one");
  });
});

describe("the address of a Redis", () => {
  it("belongs to its region; without one there is none", () => {
    const config = readConfig({ LINTEL_REDIS_EU: "rediss://user:pass@redis.example.com:6380/2" });
    expect(config.regions.map(({ redis }) => redis)).toEqual([
      "rediss://user:pass@redis.example.com:6380/2",
      null,
    ]);
    expect(readConfig({ LINTEL_REDIS_EU: "" }).regions[0]?.redis).toBeNull();
  });

  it("is refused where it is none, without repeating what may be a password", () => {
    for (const text of ["localhost:6379", "http://secret@h", "redis://", "redis://:secret@h/x"]) {
      const message = refusalOf({ LINTEL_REDIS_EU: text });
      expect(message).toContain("LINTEL_REDIS_EU takes an address such as redis://");
      expect(message).not.toContain("secret");
    }
  });
});
