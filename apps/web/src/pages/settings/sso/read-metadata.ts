/** What a person enters as the metadata of a provider: its address, or its text. */
export function readMetadata(given: string): { metadataUrl: string } | { metadata: string } {
  const text = given.trim();
  return /^https?:\/\/\S+$/.test(text) ? { metadataUrl: text } : { metadata: text };
}
