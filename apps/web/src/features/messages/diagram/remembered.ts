/** Heights of the diagrams that were drawn, so that one that comes back onto the screen is there as it was. */
const heights = new Map<string, number>();
/** The diagrams whose code somebody wants to see. */
const asCode = new Set<string>();
const most = 200;

/** The height it had, 0 for one that is still being drawn; undefined when it never was. */
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
