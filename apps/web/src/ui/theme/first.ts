// Part of the first script of every document (early/first.ts): it applies the chosen looks before anything is painted and
// follows them from then on, and reserves room for the frame. A classic script, since a module would run too late in some
// browsers: it shares no code, which is why a preference announces a choice in this tab with an event.

function stored(entry: string): string | null {
  try {
    return localStorage.getItem(entry);
  } catch {
    return null;
  }
}

/** Calls `show` with what is chosen, now and after every change. */
function follow(entry: string, show: (chosen: string | null) => void) {
  show(stored(entry));
  addEventListener(entry, (event) => show((event as CustomEvent<string>).detail));
  // Changed in another tab, or cleared with everything else.
  addEventListener('storage', ({ key }) => {
    if (key === entry || key === null) show(stored(entry));
  });
}

function followTheme() {
  const root = document.documentElement;
  const [light, dark] = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]');
  const papers = [light?.content ?? '', dark?.content ?? ''] as const;

  follow('polylogue.theme', (theme) => {
    const isChosen = theme === 'light' || theme === 'dark';
    if (isChosen) root.dataset.theme = theme;
    else delete root.dataset.theme;
    // The browser's own bars on a phone.
    if (light) light.content = papers[theme === 'dark' ? 1 : 0];
    if (dark) dark.content = papers[theme === 'light' ? 0 : 1];
  });
}

/** Reserves the room for a page's frame, so that nothing moves when its parts arrive; keep-frame.ts updates it. */
function reserveFrame() {
  const root = document.documentElement;
  root.toggleAttribute('data-signed-in', stored('access_token')?.split('.').length === 3);
  root.toggleAttribute('data-folded', stored('polylogue.sidebar') === 'folded');
}

followTheme();
// Values that tokens.css does not know change nothing.
follow('polylogue.text_size', (size) => {
  document.documentElement.dataset.text = size ?? '';
});
follow('polylogue.density', (density) => {
  document.documentElement.dataset.density = density ?? '';
});
reserveFrame();

export {};
