import { describe, expect, it } from "vitest";
import { eventNames } from "@lintel/contract/events";
import { eventGroups, findEvents, nameEvent, patternsOf, typesOf } from "./event-groups.ts";

describe("the events of a webhook", () => {
  it("are all in a group, with names for people and what they carry", () => {
    const choices = eventGroups.flatMap(({ events }) => events);
    expect(new Set(choices.map(({ type }) => type))).toEqual(new Set(eventNames));
    expect(nameEvent("api_key.revoked")).toBe("API key revoked");
    expect(choices.find(({ type }) => type === "run.completed")?.fields).toContain("outcome");
  });

  it("have groups in sentence case", () => {
    const names = eventGroups.map(({ name }) => name);
    expect(names).toContain("API keys");
    expect(names).toContain("User and members");
    expect(names).toContain("SSO");
  });

  it("are found by type, name, group and field", () => {
    const found = (text: string) =>
      findEvents(text).flatMap(({ events }) => events.map(({ type }) => type));
    expect(found("run.completed")).toEqual(["run.completed", "scan_run.completed"]);
    expect(found("finding reopened")).toEqual(["finding.reopened"]);
    expect(found("no such event")).toEqual([]);
  });

  it("are as few patterns as can be, which cover the same types", () => {
    expect(patternsOf(typesOf(["suite.*"]))).toEqual(["suite.*"]);
    expect(patternsOf(typesOf(["suite.created", "run.completed"]))).toEqual([
      "suite.created",
      "run.completed",
    ]);
    for (const { events } of eventGroups) {
      const types = new Set(events.map(({ type }) => type));
      expect(typesOf(patternsOf(types))).toEqual(types);
    }
  });
});
