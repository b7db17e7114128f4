import type { RateBudget } from "../../platform/rate/rate-window.ts";

/** What one source can open, so that tokens cannot be guessed, and what all can of one link, as its page costs. */
export const ofSource: RateBudget = { limit: 60, windowMs: 60_000 };
export const ofLink: RateBudget = { limit: 120, windowMs: 60_000 };
