import { storage } from '../../../lib/storage.ts';

/** Whether long lines of code are wrapped: one choice for all code in this browser. */
const entry = 'polylogue.wrap_code';

export const isWrapping = (): boolean => storage.read(entry) === 'true';
export const onWrapping = (listener: () => void) =>
  storage.listen((name) => {
    if (name === entry || name === null) listener();
  });

export function wrapCode(wanted: boolean): void {
  if (wanted) storage.write(entry, 'true');
  else storage.remove(entry);
}
