import { useSyncExternalStore } from 'react';
import { readScheme, whenColoursChange } from '../../ui/index.ts';
import narrowDark from './pictures/chat-narrow-dark.webp';
import narrowLight from './pictures/chat-narrow-light.webp';
import wideDark from './pictures/chat-wide-dark.webp';
import wideLight from './pictures/chat-wide-light.webp';
import styles from './product-picture.module.css';

// Taken from the app itself: npm run pictures -w e2e.
const pictures = {
  light: { wide: wideLight, narrow: narrowLight },
  dark: { wide: wideDark, narrow: narrowDark },
};

/** A screenshot of the product, in the page's colours. Its space is reserved while it loads. */
export function ProductPicture() {
  const { wide, narrow } = pictures[useSyncExternalStore(whenColoursChange, readScheme)];
  return (
    <picture>
      <source media="(width < 768px)" srcSet={narrow} width={390} height={500} />
      <img
        className={styles.picture}
        src={wide}
        width={720}
        height={560}
        decoding="async"
        alt="A conversation in Polylogue: a question about flour, and a reply with a table and a few lines of code"
      />
    </picture>
  );
}
