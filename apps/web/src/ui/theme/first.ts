// Part of the first script of every document (early/first.ts): it applies the chosen theme before anything is painted and
// follows it from then on, and reserves room for the frame. A classic script, since a module would run too late in some
// browsers: it shares no code, which is why theme.ts announces a choice in this tab with an event.

function followTheme(entry: string) {
  const root = document.documentElement;
  const [light, dark] = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]');
  const papers = [light?.content ?? '', dark?.content ?? ''] as const;

  function show(theme: string | null) {
    const isChosen = theme === 'light' || theme === 'dark';
    if (isChosen) root.dataset.theme = theme;
    else delete root.dataset.theme;
    // The browser's own bars on a phone.
    if (light) light.content = papers[theme === 'dark' ? 1 : 0];
    if (dark) dark.content = papers[theme === 'light' ? 0 : 1];
  }

  function stored(): string | null {
    try {
      return localStorage.getItem(entry);
    } catch {
      return null;
    }
  }

  show(stored());
  addEventListener(entry, (event) => show((event as CustomEvent<string>).detail));
  // Changed in another tab, or cleared with everything else.
  addEventListener('storage', ({ key }) => {
    if (key === entry || key === null) show(stored());
  });
}

/** Reserves the room for a page's frame, so that nothing moves when its parts arrive; keep-frame.ts updates it. */
function reserveFrame() {
  const read = (entry: string): string | null => {
    try {
      return localStorage.getItem(entry);
    } catch {
      return null;
    }
  };
  const root = document.documentElement;
  root.toggleAttribute('data-signed-in', read('access_token')?.split('.').length === 3);
  root.toggleAttribute('data-folded', read('polylogue.sidebar') === 'folded');
}

followTheme('polylogue.theme');
reserveFrame();

export {};
