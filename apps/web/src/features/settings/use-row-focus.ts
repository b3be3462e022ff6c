import { type MouseEvent, useRef } from 'react';

/** For a dialog opened from a row: once the row is gone, the heading above it gets the focus, or else its button. */
export function useRowFocus() {
  const heading = useRef<HTMLElement>(null);
  const isGone = useRef(false);
  return {
    opened({ currentTarget }: MouseEvent<HTMLElement>) {
      heading.current = currentTarget.closest('section')?.querySelector<HTMLElement>('h1, h2') ?? null;
      isGone.current = false;
    },
    /** Said rather than looked up: the row may still be on the page when the dialog closes. */
    removed() {
      isGone.current = true;
    },
    finalFocus: () => (isGone.current ? heading.current : null),
  };
}
