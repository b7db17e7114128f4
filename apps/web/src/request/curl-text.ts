/** Whether a text is a curl command rather than an address. */
export const isCurl = (text: string): boolean => /^\s*(?:\$\s+)?curl(?:\.exe)?\s/.test(text);
