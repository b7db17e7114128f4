import { describe, expect, it } from "vitest";
import { Failure } from "../outcome/failure.ts";
import { findCloseMatches } from "@lintel/json/close-matches";
import type { OptionSpec } from "./option.types.ts";
import { parseOptions } from "./parse-options.ts";

const specs: readonly OptionSpec[] = [
  { name: "project", short: "p", value: "P", summary: "" },
  { name: "threads", value: "N", summary: "", range: [1, 50] },
  { name: "on-error", value: "WHAT", summary: "", choices: ["ignore", "stop"] },
  { name: "tag", value: "TAG", summary: "", isRepeatable: true },
  { name: "read-only", value: "[WHETHER]", summary: "", choices: ["yes", "no"], implied: "yes" },
  { name: "json", summary: "" },
];

const parse = (...line: string[]) => parseOptions("run", specs, line);

function refusalOf(...line: string[]): Failure {
  try {
    parse(...line);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error("It was not refused.");
}

describe("the command line", () => {
  it.each([
    [["--read-only", "Smoke"], "yes"],
    [["Smoke", "--read-only"], "yes"],
    [["--read-only", "--json", "Smoke"], "yes"],
    [["--read-only", "no", "Smoke"], "no"],
    [["--read-only=no", "Smoke"], "no"],
    [["Smoke", "--read-only", "yes"], "yes"],
  ])("takes %j, whose value may be omitted", (line, value) => {
    const { options, operands } = parse(...line);
    expect(options.text("read-only")).toBe(value);
    expect(operands).toEqual(["Smoke"]);
  });

  it("takes the name of an option after -- as an operand", () => {
    expect(parse("--", "--read-only").operands).toEqual(["--read-only"]);
    expect(refusalOf("--read-only=maybe").message).toContain("maybe");
  });

  it("takes options before, between and after operands, with and without =", () => {
    const { options, operands } = parse("-p", "Shop", "Smoke", "--threads=4", "--json");
    expect(operands).toEqual(["Smoke"]);
    expect(options.text("project")).toBe("Shop");
    expect(options.number("threads")).toBe(4);
    expect(options.isSet("json")).toBe(true);
    expect(options.isSet("tag")).toBe(false);
  });

  it("collects repeated options, and treats what follows -- as operands", () => {
    const { options, operands } = parse("--tag", "a", "--tag=b", "--", "--json");
    expect(options.all("tag")).toEqual(["a", "b"]);
    expect(operands).toEqual(["--json"]);
  });

  it("accepts a value that begins with one dash, or with two after =", () => {
    expect(parse("--project", "-x").options.text("project")).toBe("-x");
    expect(parse("--project=--x").options.text("project")).toBe("--x");
  });

  it.each([
    [["--treads", "2"], "has no option --treads", "Did you mean --threads?"],
    [["--zzz"], "has no option --zzz", "lintel help run"],
    [["-x"], "has no option -x", "lintel help run"],
    [["--project"], "--project needs a value", "--project P"],
    [["--project", "--json"], "--project needs a value", "--project P"],
    [["--json=yes"], "--json takes no value", "alone"],
    [["--project", "a", "--project", "b"], "--project was given twice", "once"],
    [["--threads", "0"], '--threads cannot be "0"', "from 1 to 50"],
    [["--threads", "51"], '--threads cannot be "51"', "from 1 to 50"],
    [["--threads", "2.5"], '--threads cannot be "2.5"', "from 1 to 50"],
    [["--threads", ""], '--threads cannot be ""', "from 1 to 50"],
    [["--threads", "1e1"], '--threads cannot be "1e1"', "from 1 to 50"],
    [["--on-error", "halt"], '--on-error cannot be "halt"', "ignore, stop"],
    [["--key", "svc_live_x"], "histories and logs", "LINTEL_API_KEY"],
  ])("refuses %j with a remedy", (line, what, fix) => {
    const failure = refusalOf(...line);
    expect(failure.exit).toBe("usage");
    expect(failure.message).toContain(what);
    expect(failure.fix).toContain(fix);
  });

  it("never repeats a key that was given as an option", () => {
    expect(JSON.stringify(refusalOf("--key=svc_live_secret"))).not.toContain("secret");
  });
});

describe("close names", () => {
  it.each([
    ["Smok", ["Smoke", "Load"], ["Smoke"]],
    ["smoke", ["Smoke"], ["Smoke"]],
    ["Chekcout", ["Orders/Checkout", "Orders"], ["Orders/Checkout"]],
    ["Check", ["Orders/Checkout", "Orders"], ["Orders/Checkout"]],
    ["zebra", ["Smoke", "Load"], []],
  ])("of %s among %j are %j", (typed, names, close) => {
    expect(findCloseMatches(typed, names)).toEqual(close);
  });
});
