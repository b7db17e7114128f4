/** Sends a request to any address, also to those of the internal network; null if there is no answer. */
export const requestAnything = (address: string, options?: RequestInit): Promise<Response | null> =>
  // oxlint-disable-next-line no-restricted-globals -- weaknesses are requests to any address
  fetch(address, options).catch(() => null);
