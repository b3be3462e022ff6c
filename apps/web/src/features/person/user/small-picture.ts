/** The small rendering of a profile picture, for up to 48 px. One that our own server does not keep is as it is. */
export function smallPicture(picture: string | null): string | null {
  return picture?.replace(/^(\/images\/[0-9a-f]{32})\/public$/, '$1/small') ?? null;
}
