// Of the first script of every document (early/first.ts): it puts the chosen theme in place before anything is painted, and
// follows it from then on, and says what room the frame takes. A plain script, since a module would run too late in some
// browsers: it shares nothing, which is why theme.ts tells it by an event what is chosen in this tab.

function follow(entry: string) {
  const root = document.documentElement;
  const [light, dark] = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]');
  const papers = [light?.content ?? '', dark?.content ?? ''] as const;

  function show(theme: string | null) {
    const isChosen = theme === 'light' || theme === 'dark';
    if (isChosen) root.dataset.theme = theme;
    else delete root.dataset.theme;
    // The frame that a phone draws around the page.
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
  // Chosen in another tab, or cleared with everything else.
  addEventListener('storage', ({ key }) => {
    if (key === entry || key === null) show(stored());
  });
}

/** What room the frame of a page takes, so that nothing moves when its parts arrive; keep-frame.ts keeps it true. */
function reserve() {
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

follow('polylogue.theme');
reserve();

export {};
