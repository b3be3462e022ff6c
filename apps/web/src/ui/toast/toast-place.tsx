import { useCallback } from 'react';
import { live } from '../../lib/state/live.ts';
import { classes } from '../classes.ts';
import styles from './toast.module.css';

/** What it is part of; `spare` is for pages without a place of their own. */
type Layer = 'spare' | 'page' | 'dialog';

interface Place {
  element: HTMLElement;
  layer: Layer;
}

type StoreEvent = { type: 'mounted' | 'unmounted'; place: Place };

const all = live<readonly Place[], StoreEvent>([], (before, { type, place }) =>
  type === 'mounted' ? [...before, place] : before.filter(({ element }) => element !== place.element),
);

/** Where toasts are now: in the dialog that was opened last, or else on the page. */
export const currentPlace = {
  read(): HTMLElement | null {
    const of = (layer: Layer) => all.read().findLast((place) => place.layer === layer);
    return (of('dialog') ?? of('page') ?? of('spare'))?.element ?? null;
  },
  listen: all.listen,
};

/** Whether a toast may stay there: it is still on the page, and is not the spare one of a page that has its own by now. */
export function isPlace(element: HTMLElement | null): boolean {
  const places = all.read();
  const place = places.find((one) => one.element === element);
  return place !== undefined && (place.layer !== 'spare' || places.every(({ layer }) => layer !== 'page'));
}

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
      all.dispatch({ type: 'mounted', place });
      return () => all.dispatch({ type: 'unmounted', place });
    },
    [layer],
  );
  return <div ref={ref} className={classes(styles.place, isFloating && styles.floating, className)} />;
}
