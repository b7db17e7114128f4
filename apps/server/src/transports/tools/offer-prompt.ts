import type { PromptMessage } from "@modelcontextprotocol/server";
import { writeInstructions, type AgentPrompt, type PromptArgument } from "@lintel/contract/prompt";
import { writePlainJson } from "@lintel/json/plain-json";
import { invalid, type FieldError } from "../../platform/problem.ts";
import { completeId } from "./complete-id.ts";
import { isReachable } from "../../features/tool-context/is-reachable.ts";
import { principalOf } from "../../platform/kernel/call.ts";
import type { Contents, OfferedPrompt } from "./offers.ts";
import { userData } from "./user-data.ts";
import type { ToolRequest } from "./tool-request.ts";
import { isUuid } from "../../platform/uuid.ts";

type Texts = Readonly<Record<string, string>>;
type Read = (toolRequest: ToolRequest, uri: string) => Promise<readonly Contents[]>;

/**
 * Serves a declared prompt: one message with instructions that contain no text of users, and one for each of its
 * subjects, as an embedded resource.
 */
export function offerPrompt(declared: AgentPrompt, read: Read): OfferedPrompt {
  const { name, title, description } = declared;
  const definition = { name, title, description, arguments: declared.arguments.map(describe) };
  return {
    definition,
    complete: completeId,
    isShown: (toolRequest) =>
      declared.tools.every((operation) =>
        isReachable(principalOf(toolRequest.caller), toolRequest.view, operation),
      ),
    async get(toolRequest, given) {
      const texts = checkArguments(declared.arguments, given);
      const ids = choose(declared.arguments, texts, "id");
      const contents = await Promise.all(declared.attach(ids).map((uri) => read(toolRequest, uri)));
      const attached = [...contents.flat(), ...attachTexts(declared, texts)];
      return {
        description,
        messages: [
          { role: "user", content: { type: "text", text: writeInstructions(declared, ids) } },
          ...attached.map(embed),
        ],
      };
    },
  };
}

const describe = ({ name, description, isRequired: required }: PromptArgument) => ({
  name,
  description,
  required,
});

const maxText = 20_000;

/** @throws Problem for every argument that is missing, unknown or invalid. */
function checkArguments(known: readonly PromptArgument[], given: Texts): Texts {
  const names = new Set(known.map(({ name }) => name));
  const errors: FieldError[] = Object.keys(given)
    .filter((name) => !names.has(name))
    .map((field) => ({ field, code: "unknown", message: "The prompt has no such argument." }));
  for (const { name, isRequired, kind } of known) {
    const message = findFault(given[name], isRequired, kind);
    if (message !== null) errors.push({ field: name, code: "format", message });
  }
  if (errors.length > 0) throw invalid(...errors);
  return given;
}

function findFault(text: string | undefined, isRequired: boolean, kind: PromptArgument["kind"]) {
  if (text === undefined) return isRequired ? "Send this argument." : null;
  if (kind === "id") return isUuid(text) ? null : "Send an id.";
  return text.length > maxText ? `Send at most ${maxText} characters.` : null;
}

function choose(known: readonly PromptArgument[], texts: Texts, kind: PromptArgument["kind"]) {
  const chosen = known.filter((argument) => argument.kind === kind);
  return Object.fromEntries(chosen.map(({ name }) => [name, texts[name]?.toLowerCase()]));
}

/** A person's text for the prompt: data like everything else, as JSON. */
function attachTexts(declared: AgentPrompt, texts: Texts): Contents[] {
  const written = declared.arguments.filter(({ kind }) => kind === "text");
  if (written.length === 0) return [];
  const record = Object.fromEntries(written.map(({ name }) => [name, texts[name]]));
  const text = writePlainJson(JSON.stringify(record));
  const uri = `lintel://prompts/${declared.name}/arguments`;
  return [{ uri, mimeType: "application/json", text, _meta: { ...userData } }];
}

const embed = (resource: Contents): PromptMessage => ({
  role: "user",
  content: { type: "resource", resource },
});
