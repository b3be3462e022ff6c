/** Heights of the diagrams that were asked for, so that one that comes back onto the screen is there as it was. */
const heights = new Map<string, number>();
const most = 200;

/** The height it had, 0 for one that was never drawn; undefined when nobody asked for it. */
export const rememberedHeight = (text: string): number | undefined => heights.get(text);

export function rememberHeight(text: string, height: number): void {
  heights.delete(text);
  heights.set(text, height);
  const [oldest] = heights.keys();
  if (heights.size > most && oldest !== undefined) heights.delete(oldest);
}

export const forgetHeight = (text: string): boolean => heights.delete(text);
