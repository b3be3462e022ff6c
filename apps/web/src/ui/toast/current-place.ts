import { type Layer, toastPlaces } from './toast-place.tsx';

/** Where toasts are now: in the dialog that was opened last, or else on the page. */
export const currentPlace = {
  read(): HTMLElement | null {
    const of = (layer: Layer) => toastPlaces.read().findLast((place) => place.layer === layer);
    return (of('dialog') ?? of('page') ?? of('spare'))?.element ?? null;
  },
  listen: toastPlaces.listen,
};

/** Whether a toast may stay there: it is still on the page, and is not the spare one of a page that has its own by now. */
export function isPlace(element: HTMLElement | null): boolean {
  const places = toastPlaces.read();
  const place = places.find((one) => one.element === element);
  return place !== undefined && (place.layer !== 'spare' || places.every(({ layer }) => layer !== 'page'));
}
