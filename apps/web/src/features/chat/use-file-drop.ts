import { useEffect, useState } from 'react';

/** Files dropped anywhere on the page. Answers whether some are held over it right now. */
export function useFileDrop(onDrop: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false);

  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

    function over(event: DragEvent) {
      if (!hasFiles(event)) return;
      // Or the browser would open the file in place of the page, and the conversation would be gone.
      event.preventDefault();
      setOver(true);
    }

    function left(event: DragEvent) {
      if (event.relatedTarget === null) setOver(false);
    }

    function dropped(event: DragEvent) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      onDrop([...(event.dataTransfer?.files ?? [])]);
    }

    const events = { dragover: over, dragleave: left, drop: dropped };
    const each = Object.entries(events) as [keyof typeof events, (event: DragEvent) => void][];
    for (const [name, heard] of each) window.addEventListener(name, heard);
    return () => {
      for (const [name, heard] of each) window.removeEventListener(name, heard);
    };
  }, [onDrop]);

  return isOver;
}
