import { useCallback, useEffect, useRef } from 'react';

/**
 * What is typed after something was opened and before its box has loaded, which would go into whatever has the focus.
 * Returns a function that tells it.
 */
export function useEarlyLetters(isOpen: boolean, isLoaded: boolean): () => string {
  const letters = useRef('');
  const isWaiting = isOpen && !isLoaded;

  useEffect(() => {
    if (!isOpen) letters.current = '';
  }, [isOpen]);

  useEffect(() => {
    if (!isWaiting) return;
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
    return () => removeEventListener('keydown', listen, true);
  }, [isWaiting]);

  return useCallback(() => letters.current, []);
}
