import { anyCharacter, type CharacterSet } from "./character-set.ts";
import type { PatternNode } from "./parse-pattern.ts";

/**
 * A set of texts, as a state of an automaton: the texts that lead from here to an end. States are
 * made when a text first reaches them. `all` is an intersection and `not` a complement, so that
 * several patterns and lookaheads are one automaton.
 */
export interface State {
  readonly id: number;
  readonly rule: Rule;
  /** The next state for each character so far. */
  readonly next: Map<string, State>;
  accepts?: boolean;
  moves?: readonly Move[];
  /** Characters to the nearest end; Infinity if there is none. */
  distance?: number;
}

type Rule =
  | { readonly kind: "none" | "every" | "end" }
  | { readonly kind: "step"; readonly set: CharacterSet; readonly to: State }
  | { readonly kind: "any" | "all"; readonly states: readonly State[] }
  | { readonly kind: "not"; readonly state: State }
  /** Opened when it is first needed, because a repetition refers to itself. */
  | { readonly kind: "later"; readonly open: () => State };

/** Characters that all lead to the same state. */
export interface Move {
  readonly characters: string;
  readonly to: State;
}

/** Patterns come from users: one that needs more states is undecided. */
const maxStates = 20_000;

export interface Language {
  /** The texts that contain a match of a pattern, as JSON Schema requires (Validation §6.3.3). */
  readonly read: (node: PatternNode) => State;
  readonly intersect: (states: readonly State[]) => State;
  readonly exclude: (state: State) => State;
  readonly accepts: (state: State) => boolean;
  readonly advance: (state: State, character: string) => State;
  readonly listMoves: (state: State) => readonly Move[];
  /** Whether there were too many states: later results are uncertain. */
  readonly isSpent: () => boolean;
}

export function createLanguage(): Language {
  const interned = new Map<string, State>();
  let count = 0;
  /**
   * Repetitions that are being opened; one that returns to itself without a character adds nothing.
   */
  const open = new Set<State>();
  let cut = 0;

  const make = (rule: Rule): State => {
    count += 1;
    return { id: count, rule, next: new Map() };
  };
  const intern = (key: string, rule: Rule): State => {
    const known = interned.get(key) ?? make(rule);
    interned.set(key, known);
    return known;
  };
  const [none, every, end] = [
    make({ kind: "none" }),
    make({ kind: "every" }),
    make({ kind: "end" }),
  ];
  const step = (set: CharacterSet, then: State): State =>
    then === none ? none : intern(`${then.id} ${set.key}`, { kind: "step", set, to: then });
  const later = (opener: () => State): State => {
    let opened: State | null = null;
    return make({ kind: "later", open: () => (opened ??= opener()) });
  };
  /** For `any`, `every` decides and `none` adds nothing; for `all` it is the reverse. */
  const join = (kind: "any" | "all", states: readonly State[]): State => {
    const [decisive, neutral] = kind === "any" ? [every, none] : [none, every];
    const flat = new Set(
      states.flatMap((state) => (state.rule.kind === kind ? state.rule.states : [state])),
    );
    flat.delete(neutral);
    const [first = neutral] = flat;
    if (flat.has(decisive)) return decisive;
    if (flat.size < 2) return first;
    const sorted = [...flat].sort((left, right) => left.id - right.id);
    return intern(`${kind} ${sorted.map(({ id }) => id).join(" ")}`, { kind, states: sorted });
  };
  const exclude = (state: State): State => {
    if (state === none) return every;
    if (state === every) return none;
    return state.rule.kind === "not"
      ? state.rule.state
      : intern(`not ${state.id}`, { kind: "not", state });
  };

  /** Follows each repetition once at a time; returns whether the result may be cached. */
  const within = <Answer>(state: State, cutAnswer: Answer, act: () => Answer): Answer => {
    if (open.has(state)) {
      cut += 1;
      return cutAnswer;
    }
    open.add(state);
    const answer = act();
    open.delete(state);
    return answer;
  };
  const accepts = (state: State): boolean => {
    if (state.accepts !== undefined) return state.accepts;
    const before = cut;
    const { rule } = state;
    let answer = false;
    if (rule.kind === "every" || rule.kind === "end") answer = true;
    else if (rule.kind === "any") answer = rule.states.some(accepts);
    else if (rule.kind === "all") answer = rule.states.every(accepts);
    else if (rule.kind === "not") answer = !accepts(rule.state);
    else if (rule.kind === "later") answer = within(state, false, () => accepts(rule.open()));
    if (cut === before || open.size === 0) state.accepts = answer;
    return answer;
  };
  const advanceRule = (state: State, character: string): State => {
    const { rule } = state;
    switch (rule.kind) {
      case "every":
        return every;
      case "step":
        return rule.set.has(character) ? rule.to : none;
      case "any":
      case "all":
        return join(
          rule.kind,
          rule.states.map((one) => advance(one, character)),
        );
      case "not":
        return exclude(advance(rule.state, character));
      case "later":
        return within(state, none, () => advance(rule.open(), character));
      default:
        return none;
    }
  };
  const advance = (state: State, character: string): State => {
    const known = state.next.get(character);
    if (known !== undefined) return known;
    if (count > maxStates) return none;
    const before = cut;
    const to = advanceRule(state, character);
    if (cut === before || open.size === 0) state.next.set(character, to);
    return to;
  };

  const compile = (node: PatternNode, then: State, isStart: boolean): State => {
    switch (node.kind) {
      case "characters":
        return step(node.set, then);
      case "sequence":
        return node.items.reduceRight((rest, item) => compile(item, rest, isStart), then);
      case "choice":
        return join(
          "any",
          node.options.map((option) => compile(option, then, isStart)),
        );
      case "start":
        return isStart ? then : none;
      case "end":
        return join("all", [then, end]);
      case "ahead": {
        const seen = compile(node.item, every, isStart);
        return join("all", [then, node.isNegative ? exclude(seen) : seen]);
      }
      default:
        return compileRepeat(node, then, isStart);
    }
  };
  const compileRepeat = (
    { item, min, max }: Extract<PatternNode, { kind: "repeat" }>,
    then: State,
    isStart: boolean,
  ): State => {
    const states = new Map<number, State>();
    const from = (times: number): State => {
      const at = max === Infinity ? Math.min(times, min + 1) : times;
      const known = states.get(at);
      if (known !== undefined) return known;
      const state = later(() => {
        const more = at < max ? compile(item, from(at + 1), isStart && at === 0) : none;
        return at < min ? more : join("any", [then, more]);
      });
      states.set(at, state);
      return state;
    };
    return from(0);
  };
  const read = (node: PatternNode): State => {
    const inner = compile(node, every, false);
    const behind: State = later(() => join("any", [inner, step(anyCharacter, behind)]));
    const isFound = inner !== none;
    return join("any", [compile(node, every, true), isFound ? step(anyCharacter, behind) : none]);
  };

  const listSets = (state: State, sets: Set<CharacterSet>, seen: Set<State>): Set<CharacterSet> => {
    if (seen.has(state)) return sets;
    seen.add(state);
    const { rule } = state;
    if (rule.kind === "step") sets.add(rule.set);
    else if (rule.kind === "not") listSets(rule.state, sets, seen);
    else if (rule.kind === "later") listSets(rule.open(), sets, seen);
    else if (rule.kind === "any" || rule.kind === "all") {
      for (const one of rule.states) listSets(one, sets, seen);
    }
    return sets;
  };
  const listMoves = (state: State): readonly Move[] => {
    if (state.moves !== undefined) return state.moves;
    const sets = [...listSets(state, new Set(), new Set())];
    const pool = new Set(anyCharacter.members);
    for (const { members } of sets) for (const one of members) pool.add(one);
    // Characters in the same sets lead to the same state.
    const groups = new Map<string, string>();
    for (const one of pool) {
      const key = sets.map(({ has }) => (has(one) ? 1 : 0)).join("");
      groups.set(key, (groups.get(key) ?? "") + one);
    }
    const moves = new Map<State, string>();
    for (const characters of groups.values()) {
      const to = advance(state, String.fromCodePoint(characters.codePointAt(0) ?? 0));
      if (to !== none) moves.set(to, (moves.get(to) ?? "") + characters);
    }
    state.moves = [...moves].map(([to, characters]) => ({ to, characters }));
    return state.moves;
  };

  return {
    read,
    intersect: (states) => join("all", states),
    exclude,
    accepts,
    advance,
    listMoves,
    isSpent: () => count > maxStates,
  };
}

/** Whether a text belongs to a language; true if it is undecided. */
export function includesText(language: Language, start: State, text: string): boolean {
  let state = start;
  for (const character of text) state = language.advance(state, character);
  return language.accepts(state) || language.isSpent();
}
