export interface Windows {
  matchAll(options: {
    type: 'window';
    includeUncontrolled: true;
  }): Promise<readonly { url: string; focus(): Promise<unknown> }[]>;
  openWindow(path: string): Promise<unknown>;
}

/** Shows a page: in the tab in which it is open, or in a new one. */
export async function showPage(windows: Windows, path: string): Promise<void> {
  const pages = await windows.matchAll({ type: 'window', includeUncontrolled: true });
  const open = pages.find(({ url }) => new URL(url).pathname === path);
  await (open ? open.focus() : windows.openWindow(path));
}
