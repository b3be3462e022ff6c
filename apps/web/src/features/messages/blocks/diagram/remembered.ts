/** Heights of the diagrams drawn so far, so that one that comes back on screen looks as it did. */
const heights = new Map<string, number>();
/** The diagrams that are shown as code. */
const asCode = new Set<string>();
const most = 200;

/** The height it had, 0 while it is still being drawn; undefined if it never was. */
export const rememberedHeight = (text: string): number | undefined => heights.get(text);

export function rememberHeight(text: string, height: number): void {
  heights.delete(text);
  heights.set(text, height);
  asCode.delete(text);
  const [oldest] = heights.keys();
  if (heights.size > most && oldest !== undefined) heights.delete(oldest);
}

export const isWantedAsCode = (text: string): boolean => asCode.has(text);

export function rememberAsCode(text: string): void {
  heights.delete(text);
  asCode.add(text);
  const [oldest] = asCode;
  if (asCode.size > most && oldest !== undefined) asCode.delete(oldest);
}
