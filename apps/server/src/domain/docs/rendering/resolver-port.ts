import type { MessagePort } from "node:worker_threads";
import type { PageResolvers } from "@lintel/markdown/values/page.types";

// Resolvers read the database, so they stay in the main thread. A rendering thread calls them over
// a port.

export type ResolverName = keyof PageResolvers;

interface Question {
  readonly id: number;
  readonly name: ResolverName;
  readonly about: unknown;
}

type Answer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly hasFailed: true };

type Resolve = (about: unknown) => unknown;

/** Answers the calls of the other end. */
export interface AnsweringEnd {
  /** The error that a resolver threw, or null. */
  failure(): { readonly error: unknown } | null;
}

export function answerQuestions(port: MessagePort, resolvers: PageResolvers): AnsweringEnd {
  let failure: { readonly error: unknown } | null = null;
  async function answer({ id, name, about }: Question): Promise<Answer> {
    try {
      // The calling end has the types of these resolvers.
      return { id, value: await (resolvers[name] as Resolve)(about) };
    } catch (error) {
      failure ??= { error };
      return { id, hasFailed: true };
    }
  }
  port.on("message", (question: Question) => {
    void answer(question).then((answered) => port.postMessage(answered));
  });
  return { failure: () => failure };
}

/** Resolvers with these names that call the other end. */
export function askResolvers(port: MessagePort, names: readonly ResolverName[]): PageResolvers {
  const waiting = new Map<number, (answer: Answer) => void>();
  let last = 0;
  port.on("message", (answer: Answer) => {
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  const ask = (name: ResolverName, about: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = (last += 1);
      waiting.set(id, (answer) => {
        if ("value" in answer) resolve(answer.value);
        else reject(new Error("A resolver failed."));
      });
      port.postMessage({ id, name, about } satisfies Question);
    });
  const resolvers = names.map((name) => [name, (about: unknown) => ask(name, about)]);
  return Object.fromEntries(resolvers) as PageResolvers;
}
