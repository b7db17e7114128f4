import { describe, expect, it } from "vitest";
import { agentTasks } from "./testing/agent-tasks.ts";
import { makeToolRanking, stem } from "./testing/rank-tools.ts";
import { describeTool, toolOperations } from "./tools.ts";
import { toolsetSlugs } from "./words/toolsets.ts";

const definitions = toolOperations.map(describeTool);

interface Found {
  readonly task: string;
  readonly tool: string;
  /** The rank of the tool in the search results, from 1. */
  readonly place: number;
  readonly ranked: readonly string[];
}

/** Every task with its tool, and the rank of that tool in the search results. */
function findAll(readWord: (word: string) => string): Found[] {
  const rank = makeToolRanking(definitions, readWord);
  return Object.entries(agentTasks).flatMap(([tool, tasks]) =>
    tasks.map((task) => {
      const ranked = rank(task);
      const at = ranked.indexOf(tool);
      return { task, tool, place: at < 0 ? Infinity : at + 1, ranked };
    }),
  );
}

/** Tasks whose tool was not among the first results, with the tools that were found instead. */
function listMissed(found: readonly Found[], places: number): string {
  return found
    .filter(({ place }) => place > places)
    .map(({ task, tool, place, ranked }) => {
      const above = ranked.slice(0, Math.min(place - 1, 3)).join(", ");
      return `${tool} is at ${place}, below ${above}: ${task}`;
    })
    .join("\n");
}

const shareWithin = (found: readonly Found[], places: number) =>
  found.filter(({ place }) => place <= places).length / found.length;

const searches = [
  ["by the stems of words", stem],
  ["by unchanged words", (word: string) => word],
] as const;

describe.each(searches)("an agent that searches the tools %s", (_, readWord) => {
  const found = findAll(readWord);

  it("finds the right tool first for four tasks out of five", () => {
    expect(shareWithin(found, 1), listMissed(found, 1)).toBeGreaterThanOrEqual(0.8);
  });

  it("finds it among the first three for nineteen out of twenty", () => {
    expect(shareWithin(found, 3), listMissed(found, 3)).toBeGreaterThanOrEqual(0.95);
  });
});

describe("the search", () => {
  it("has tasks for every toolset and only for existing tools", () => {
    const toolsetOf = new Map(toolOperations.map(({ tool }) => [tool.name, tool.toolset]));
    expect(Object.values(agentTasks).flat().length).toBeGreaterThanOrEqual(64);
    expect(Object.keys(agentTasks).filter((name) => !toolsetOf.has(name))).toEqual([]);
    const reached = new Set(Object.keys(agentTasks).map((name) => toolsetOf.get(name)));
    expect(toolsetSlugs.filter((slug) => !reached.has(slug))).toEqual([]);
  });

  it("treats the forms of a word as one", () => {
    for (const forms of ["delete deletes deleted deleting", "policy policies", "runs running run"])
      expect(new Set(forms.split(" ").map(stem)).size, forms).toBe(1);
    expect(stem("address")).toBe("address");
  });
});
