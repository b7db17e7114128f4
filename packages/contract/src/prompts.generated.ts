// Generated from the declarations by `npm run contract`; not to be edited.

import { designApi } from "./prompts/design-api.prompt.ts";
import { reviewApi } from "./prompts/review-api.prompt.ts";
import { writeTests } from "./prompts/write-tests.prompt.ts";
import type { AgentPrompt } from "./declare/prompt.ts";

export const agentPrompts: readonly AgentPrompt[] = [designApi, reviewApi, writeTests];
