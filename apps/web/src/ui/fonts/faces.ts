// Characters beyond the first 256 are loaded only when a page uses one.
import '@fontsource-variable/atkinson-hyperlegible-mono/index.css';
import '@fontsource-variable/atkinson-hyperlegible-next/index.css';

/** Includes the code font before any code is shown: a line would otherwise shift while it is being read. */
export const fetchFaces = () =>
  Promise.all(
    ['Next', 'Mono'].map((name) => document.fonts.load(`1em "Atkinson Hyperlegible ${name} Variable"`)),
  );
