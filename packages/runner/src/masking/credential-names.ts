const credentialName =
  /token|secret|passw|passphrase|pwd|api[-_.]?key|session|cookie|credential|authori[sz]ation|private[-_.]?key/i;

/** What is said about a credential and is none: `token_type`, `expiresIn`, `tokenUrl`. */
const descriptionName =
  /(?:type|expir\w*|expires[-_]?(?:in|at)|count|lifetime|ttl|ur[li]|endpoint|name|policy)$/i;

/** Whether the name of a credential can stand anywhere in a text: false settles it for every part. */
export function mayNameCredential(text: string): boolean {
  return credentialName.test(text);
}

/** Whether a variable, header, member or parameter of this name most likely holds a credential. */
export function isCredentialName(name: string): boolean {
  return credentialName.test(name) && !descriptionName.test(name);
}
