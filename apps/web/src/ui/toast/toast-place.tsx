import { useCallback } from 'react';
import { live } from '../../lib/state/live.ts';
import { classes } from '../classes.ts';
import styles from './toast.module.css';

/** What it is part of; `spare` is for pages without a place of their own. */
export type Layer = 'spare' | 'page' | 'dialog';

interface Place {
  element: HTMLElement;
  layer: Layer;
}

type StoreEvent = { type: 'mounted' | 'unmounted'; place: Place };

/** Where toasts can be now. */
export const toastPlaces = live<readonly Place[], StoreEvent>([], (before, { type, place }) =>
  type === 'mounted' ? [...before, place] : before.filter(({ element }) => element !== place.element),
);

interface ToastPlaceProps {
  /** How it is laid out: it is empty, and takes no room, while there is no toast. */
  className?: string | undefined;
  layer?: Layer;
  /** It takes no room: the class says where, from the lower edge of the screen. */
  isFloating?: boolean;
}

/** Where toasts are: in a room that is made for them, so that they cover nothing, or over the page, so that nothing moves. */
export function ToastPlace({ className, layer = 'page', isFloating = false }: ToastPlaceProps) {
  const ref = useCallback(
    (element: HTMLDivElement) => {
      const place = { element, layer };
      toastPlaces.dispatch({ type: 'mounted', place });
      return () => toastPlaces.dispatch({ type: 'unmounted', place });
    },
    [layer],
  );
  return <div ref={ref} className={classes(styles.place, isFloating && styles.floating, className)} />;
}
