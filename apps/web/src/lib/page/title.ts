import { useEffect } from 'react';

/** Sets the page's title in the tab and the history while it is shown. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Polylogue`;
    return () => {
      document.title = 'Polylogue';
    };
  }, [title]);
}
