import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * What is typed after something was opened and before its box takes the keys, which would go into whatever has the
 * focus. Returns what the box calls once it is there: it tells these letters, and they are no longer caught.
 */
export function useEarlyLetters(isOpen: boolean): () => string {
  const letters = useRef('');
  const stop = useRef(() => {});

  // A key can be pressed between a render and its later effects.
  useLayoutEffect(() => {
    if (!isOpen) return;
    letters.current = '';
    function listen(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey) return;
      if (key === 'Backspace') letters.current = letters.current.slice(0, -1);
      else if (key.length === 1) letters.current += key;
      else if (key !== 'Enter') return;
      event.preventDefault();
      event.stopPropagation();
    }
    addEventListener('keydown', listen, true);
    stop.current = () => removeEventListener('keydown', listen, true);
    return () => stop.current();
  }, [isOpen]);

  return useCallback(() => {
    stop.current();
    return letters.current;
  }, []);
}
