/** Settings notify of any entry that changes, and what is called back may write some: this calls back for one value alone. */
export function whenChanged(
  settings: { listen(listener: () => void): () => void },
  current: () => string,
  listener: () => void,
): () => void {
  let before = current();
  return settings.listen(() => {
    const now = current();
    if (now === before) return;
    before = now;
    listener();
  });
}
