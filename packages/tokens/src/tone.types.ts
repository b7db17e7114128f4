/** What a colour says; each has a ground of the same name, such as `--good-bg`. */
export type Tone = "good" | "warn" | "bad" | "info" | "plain";
