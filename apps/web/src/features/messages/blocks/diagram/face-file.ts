import address from '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2?url';
import { lazy } from '../../../../lib/lazy/lazy.ts';

// Beside what asks for it: the file of its address is placed there too, and nothing of the first page may import that.

/** The file of the page's font, the same that the page itself uses: for a frame that can fetch nothing. */
export const faceFile = lazy(async () => {
  const response = await fetch(address, { signal: AbortSignal.timeout(2_000) });
  if (!response.ok) throw new Error(response.statusText);
  return response.arrayBuffer();
});
