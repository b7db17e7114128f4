/** Whether an image has a full version, so that a later build gets the same one. */
export function isPinned(image: string): boolean {
  return /:\d+\.\d+(\.\d+)?(-[\w.-]+)?(@sha256:[\da-f]{64})?$/.test(image);
}
