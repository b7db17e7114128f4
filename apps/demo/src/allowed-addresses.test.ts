import { expect, it } from "vitest";
import { allowedAddresses } from "./allowed-addresses.ts";

const samples = ["http://127.0.0.1:4010", "http://127.0.0.1:4020"];

it("allows the sample APIs", () => {
  expect(allowedAddresses(samples, undefined)).toBe("127.0.0.1:4010,127.0.0.1:4020");
});

it("also allows what the caller allows, so that the demo can test an own API", () => {
  expect(allowedAddresses(samples, " 127.0.0.1:8080, 10.0.0.0/8:443,")).toBe(
    "127.0.0.1:4010,127.0.0.1:4020,127.0.0.1:8080,10.0.0.0/8:443",
  );
});
