/** Whether an image is named with a whole version, so that nobody gets another one tomorrow. */
export function isPinned(image: string): boolean {
  return /:\d+\.\d+(\.\d+)?(-[\w.-]+)?(@sha256:[\da-f]{64})?$/.test(image);
}
