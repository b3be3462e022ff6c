/** The small version of a profile picture, for up to 48 px. A picture not on our own server is returned as it is. */
export function smallPicture(picture: string | null): string | null {
  return picture?.replace(/^(\/images\/[0-9a-f]{32})\/public$/, '$1/small') ?? null;
}
