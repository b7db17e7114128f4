/** A token of RFC 6749 and when it expires, in milliseconds of the run's clock. */
export interface Token {
  readonly value: string;
  readonly expiresAt: number;
}

/** Tokens of one run: each is fetched once for all passes that need it at the same time. */
export interface TokenCache {
  /** @throws the error of `fetchToken`; the next caller tries again. */
  find(key: string, now: number, fetchToken: () => Promise<Token>): Promise<string>;
}

export function makeTokenCache(): TokenCache {
  const tokens = new Map<string, Token>();
  const underWay = new Map<string, Promise<Token>>();

  async function fetchOnce(key: string, fetchToken: () => Promise<Token>): Promise<Token> {
    const started = underWay.get(key) ?? fetchToken();
    underWay.set(key, started);
    try {
      const token = await started;
      tokens.set(key, token);
      return token;
    } finally {
      underWay.delete(key);
    }
  }

  return {
    async find(key, now, fetchToken) {
      const known = tokens.get(key);
      if (known !== undefined && known.expiresAt > now) return known.value;
      return (await fetchOnce(key, fetchToken)).value;
    },
  };
}
