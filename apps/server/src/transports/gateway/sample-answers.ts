import { isJsonType } from "@lintel/traffic/find-drift";
import type { AnswerChecker } from "./check-answers.ts";
import type { Passage } from "./gateway.types.ts";
import type { LiveOperation } from "./live-route.ts";
import type { TrafficCounters } from "./traffic-counters.ts";

/** Chooses few answers to be held against their documents. */
export interface AnswerSampler {
  /** null: this one is not chosen. */
  begin(passage: Passage, method: string | undefined, head: AnswerHead): AnswerSample | null;
}

export interface AnswerHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** A chosen answer, while it passes. */
export interface AnswerSample {
  add(chunk: Buffer): void;
  /** The answer is complete, and is checked. */
  end(): void;
  /** The answer did not reach its end. */
  drop(): void;
}

/** Between two samples of an operation. */
const everyMs = 1000;
/** Longer bodies are not looked at. */
const maxBody = 65_536;
/** Samples that pass or are checked at a time. */
const maxOpen = 8;
/** @param share - the part of a processor that checks may use: after each one they rest as long as that takes */
export function createAnswerSampler(
  checker: AnswerChecker,
  counters: Pick<TrafficCounters, "addChecked">,
  now: () => number,
  share: number,
): AnswerSampler {
  let [open, restsUntil] = [0, 0];

  function begin(
    passage: Passage,
    operation: LiveOperation,
    { status, headers }: AnswerHead,
    at: number,
  ): AnswerSample {
    const contentType = readOne(headers["content-type"]);
    const chunks: Buffer[] | null = contentType !== null && isJsonType(contentType) ? [] : null;
    let [size, isOpen] = [0, true];
    open += 1;
    const close = () => {
      if (isOpen) open -= 1;
      isOpen = false;
    };
    return {
      add(chunk) {
        if (chunks === null || !isOpen) return;
        size += chunk.length;
        if (size > maxBody) close();
        else chunks.push(chunk);
      },
      drop: close,
      end() {
        if (!isOpen) return;
        const body = chunks === null ? null : Buffer.concat(chunks);
        const contentEncoding = readOne(headers["content-encoding"]) ?? "";
        const { versionId, method, template: path } = operation;
        const answer = { versionId, method, path, status, contentType, body, contentEncoding };
        void checker.check(passage.live.route.organizationId, answer).then(({ drifts, usedMs }) => {
          close();
          restsUntil = performance.now() + usedMs / share - usedMs;
          if (drifts !== null) counters.addChecked(passage.live, operation, { status, at, drifts });
        });
      },
    };
  }

  return {
    begin(passage, method, head) {
      const { operation } = passage;
      if (operation === null || method === "HEAD" || head.status === 304) return null;
      const at = now();
      if (at < operation.sampledFrom || open >= maxOpen) return null;
      if (performance.now() < restsUntil) return null;
      operation.sampledFrom = at + everyMs;
      return begin(passage, operation, head, at);
    },
  };
}

const readOne = (value: string | string[] | undefined): string | null =>
  (Array.isArray(value) ? value[0] : value) ?? null;
