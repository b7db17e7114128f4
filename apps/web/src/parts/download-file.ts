/** A file of the service, as the client returns it. */
interface Received {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** Saves a file where the browser keeps downloads. */
export function downloadFile({ mediaType, bytes }: Received, name: string): void {
  const url = URL.createObjectURL(new Blob([bytes.slice()], { type: mediaType }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
