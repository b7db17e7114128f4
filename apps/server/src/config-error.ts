/** A setting that cannot be used. The message names it and its valid values. */
export class ConfigError extends Error {}
