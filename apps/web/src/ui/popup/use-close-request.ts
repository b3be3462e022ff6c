import { useEffect, useEffectEvent } from 'react';

// TypeScript's DOM does not have it yet.
declare class CloseWatcher {
  onclose: (() => void) | null;
  destroy(): void;
}

/** Android's Back closes what lies over the page, instead of leaving the page. Elsewhere Escape does it. */
export function useCloseRequest(isOpen: boolean, close: () => void): void {
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen || !('CloseWatcher' in window) || !/Android/.test(navigator.userAgent)) return;
    let watcher: CloseWatcher;
    // One is good for one request, and a form may ask before it closes.
    function watch() {
      watcher = new CloseWatcher();
      watcher.onclose = () => {
        watch();
        closeNow();
      };
    }
    watch();
    return () => watcher.destroy();
  }, [isOpen]);
}
