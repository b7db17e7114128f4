import type { AgentPrompt } from "./declare/prompt.ts";
import { designApi } from "./prompts/design-api.prompt.ts";
import { reviewApi } from "./prompts/review-api.prompt.ts";
import { writeTests } from "./prompts/write-tests.prompt.ts";

/** Every prompt, in the order in which they are told. */
export const agentPrompts: readonly AgentPrompt[] = [designApi, reviewApi, writeTests];
