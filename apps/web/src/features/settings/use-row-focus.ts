import { type MouseEvent, useRef } from 'react';

/**
 * For a dialog opened from a row: once the row is gone, the button of the next or the previous one gets the focus, or
 * else the heading above them.
 */
export function useRowFocus() {
  const places = useRef<HTMLElement[]>([]);
  const isGone = useRef(false);
  return {
    opened({ currentTarget }: MouseEvent<HTMLElement>) {
      const row = currentTarget.closest('li');
      const beside = [row?.nextElementSibling, row?.previousElementSibling];
      const heading = currentTarget.closest('section, main')?.querySelector<HTMLElement>('h1, h2');
      places.current = [...beside.map((other) => other?.querySelector('button')), heading].filter(
        (place) => place instanceof HTMLElement,
      );
      isGone.current = false;
    },
    /** Said rather than looked up: the row may still be on the page when the dialog closes. */
    removed() {
      isGone.current = true;
    },
    finalFocus: () => (isGone.current && places.current.find(({ isConnected }) => isConnected)) || null,
  };
}
