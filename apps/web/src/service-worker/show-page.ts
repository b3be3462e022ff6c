export interface Windows {
  matchAll(options: {
    type: 'window';
    includeUncontrolled: true;
  }): Promise<readonly { url: string; focus(): Promise<unknown>; navigate(url: string): Promise<unknown> }[]>;
  openWindow(path: string): Promise<unknown>;
}

/** Shows a page, or a message on it: in the tab in which it is open, or in a new one. */
export async function showPage(windows: Windows, path: string): Promise<void> {
  const pages = await windows.matchAll({ type: 'window', includeUncontrolled: true });
  const open = pages.find(({ url }) => new URL(url).pathname === new URL(path, url).pathname);
  if (!open) return void (await windows.openWindow(path));
  await open.focus();
  const { hash } = new URL(path, open.url);
  const there = Object.assign(new URL(open.url), { hash }).href;
  // Only to another part of it: anything else would load it anew. One that this worker does not control cannot be told.
  if (hash && there !== open.url) await open.navigate(there).catch(() => {});
}
