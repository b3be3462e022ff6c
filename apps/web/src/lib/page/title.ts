import { useEffect } from 'react';

/** Names the page in the tab and in the history while it is shown. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Polylogue`;
    return () => {
      document.title = 'Polylogue';
    };
  }, [title]);
}
