// Letters beyond the first 256 are fetched only where a page has one.
import '@fontsource-variable/atkinson-hyperlegible-mono/index.css';
import '@fontsource-variable/atkinson-hyperlegible-next/index.css';

/** Also the letters of code, before the first of it is written: a line would change under somebody who reads it. */
export const fetchFaces = () =>
  Promise.all(
    ['Next', 'Mono'].map((name) => document.fonts.load(`1em "Atkinson Hyperlegible ${name} Variable"`)),
  );
