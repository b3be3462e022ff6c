/** The names under which a browser stores the files of a message, by their places; the first is at 0. */
export const partName = (place: number): string => `part ${place}`;
export const thumbnailName = (place: number): string => `thumbnail ${place}`;

/** The place of a part; undefined: it is another name. */
export function partNumber(name: string): number | undefined {
  const [, place] = /^part (\d+)$/.exec(name) ?? [];
  return place === undefined ? undefined : Number(place);
}
