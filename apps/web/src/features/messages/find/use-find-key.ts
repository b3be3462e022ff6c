import { useEffect } from 'react';
import { isMac, isPressed } from '../../../ui/index.ts';
import type { Finding } from './finding.ts';

/** Ctrl/⌘ F searches the conversation; pressed again in our field, it is the browser's own search. */
export function useFindKey(finding: Finding, isEmpty: boolean): void {
  // The state outlives the list, and would be open again in the next one.
  useEffect(() => finding.close, [finding]);
  useEffect(() => {
    if (isEmpty) {
      // Or it would reappear with the next conversation's first message, and take the focus from the text box.
      finding.close();
      return;
    }
    function pressed(event: KeyboardEvent) {
      const isFind = isPressed('Mod+f', event, isMac()) && !event.shiftKey;
      const target = event.target instanceof Element ? event.target : null;
      if (
        !isFind ||
        event.defaultPrevented ||
        target?.closest('[data-find], [role=dialog]:not([data-docked])')
      )
        return;
      event.preventDefault();
      finding.open();
    }
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [finding, isEmpty]);
}
