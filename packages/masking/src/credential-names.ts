const credentialName =
  /token|secret|passw|passphrase|pwd|api[-_.]?key|session|cookie|credential|authori[sz]ation|private[-_.]?key/i;

/** Names of properties of a credential that are not secret: `token_type`, `expiresIn`, `tokenUrl`. */
const descriptionName =
  /(?:type|expir\w*|expires[-_]?(?:in|at)|count|lifetime|ttl|ur[li]|endpoint|name|policy)$/i;

/** Whether a text may contain the name of a credential: false is certain for every part of it. */
export function mayNameCredential(text: string): boolean {
  return credentialName.test(text);
}

/** Whether a variable, header, member or parameter with this name probably contains a credential. */
export function isCredentialName(name: string): boolean {
  return credentialName.test(name) && !descriptionName.test(name);
}
