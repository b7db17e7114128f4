/** An image from a registry, as a Dockerfile or a compose file names it. */
export interface NamedImage {
  readonly file: string;
  readonly image: string;
}

/**
 * The images that files name: `FROM` of a Dockerfile, except its own stages, and `image:` of a
 * compose file.
 */
export function listImages(file: string, text: string): NamedImage[] {
  const stages = new Set(Array.from(text.matchAll(/^FROM .* AS (\S+)$/gim), ([, name]) => name));
  const built = new Set(Array.from(text.matchAll(/^ +image: (lintel:\S+)$/gm), ([, name]) => name));
  const named = Array.from(text.matchAll(/^(?:FROM| +image:) (\S+)/gm), ([, image = ""]) => image);
  return [...new Set(named)]
    .filter((image) => !stages.has(image) && !built.has(image))
    .map((image) => ({ file, image }));
}

/** Images without a digest, whose content the registry can change. */
export function listUndigested(images: readonly NamedImage[]): string[] {
  return images
    .filter(({ image }) => !/@sha256:[\da-f]{64}$/.test(image))
    .map(
      ({ file, image }) =>
        `${file}: ${image} has no digest; append @ and the digest that this prints: docker buildx imagetools inspect ${image} --format '{{.Manifest.Digest}}'`,
    );
}
