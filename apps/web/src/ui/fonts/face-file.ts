import address from '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2?url';
import { lazy } from '../../lib/lazy/lazy.ts';

/** The file of the page's font, the same that the page itself uses: for a frame that can fetch nothing. */
export const faceFile = lazy(async () => {
  const response = await fetch(address, { signal: AbortSignal.timeout(2_000) });
  if (!response.ok) throw new Error(response.statusText);
  return response.arrayBuffer();
});
