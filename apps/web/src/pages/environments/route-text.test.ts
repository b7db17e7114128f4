import { expect, it } from "vitest";
import { readAddress, showAddress } from "./route-text.ts";

it.each(["api.example.com:8443/Shop", "api.example.com/", "/shop", ":8080/", "/"])(
  "reads the address %s as it is shown",
  (text) => {
    const { host = null, port = null, pathPrefix = "" } = readAddress(text) ?? {};
    expect(showAddress({ host, port, pathPrefix })).toBe(text);
  },
);

it("adds the path to a host alone, and takes no blank and no scheme", () => {
  expect(readAddress("API.example.com")).toEqual({
    host: "api.example.com",
    port: null,
    pathPrefix: "/",
  });
  expect(readAddress("")).toBeNull();
  expect(readAddress("https://example.com")).toBeNull();
});
