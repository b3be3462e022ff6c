interface Page {
  addEventListener(name: 'beforeunload', listener: (event: BeforeUnloadEvent) => void): void;
  addEventListener(name: 'pagehide' | 'visibilitychange', listener: () => void): void;
}

interface LeavingNeeds {
  /** Whether leaving now would lose something. */
  wouldLose(): boolean;
  /** The last chance to store things. */
  flush(): void;
}

/** Asks before the page is left, but only if there is something to lose. */
export function watchLeaving(page: Page, { wouldLose, flush }: LeavingNeeds): void {
  page.addEventListener('beforeunload', (event) => {
    flush();
    if (wouldLose()) event.preventDefault();
  });
  // Phones close a tab without notice; being hidden is the last event a page gets.
  page.addEventListener('pagehide', flush);
  page.addEventListener('visibilitychange', flush);
}
