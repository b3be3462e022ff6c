interface Page {
  addEventListener(name: 'beforeunload', heard: (event: BeforeUnloadEvent) => void): void;
  addEventListener(name: 'pagehide' | 'visibilitychange', heard: () => void): void;
}

interface LeavingNeeds {
  /** Whether leaving now would lose something. */
  wouldLose(): boolean;
  /** Last call to write things down. */
  flush(): void;
}

/** Asks before the page is left while there is something to lose, and never otherwise. */
export function watchLeaving(page: Page, { wouldLose, flush }: LeavingNeeds): void {
  page.addEventListener('beforeunload', (event) => {
    flush();
    if (wouldLose()) event.preventDefault();
  });
  // Phones close a tab without a word; being hidden is the last that is heard.
  page.addEventListener('pagehide', flush);
  page.addEventListener('visibilitychange', flush);
}
