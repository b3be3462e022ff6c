import { useSyncExternalStore } from 'react';
import { classes, readScheme, whenColoursChange } from '../../ui/index.ts';
import chatDark from './pictures/chat-dark.webp';
import chatLight from './pictures/chat-light.webp';
import roomNarrowDark from './pictures/room-narrow-dark.webp';
import roomNarrowLight from './pictures/room-narrow-light.webp';
import roomWideDark from './pictures/room-wide-dark.webp';
import roomWideLight from './pictures/room-wide-light.webp';
import styles from './product-picture.module.css';

// Taken from the app itself: npm run pictures -w e2e.
const pictures = {
  light: { room: roomWideLight, phone: roomNarrowLight, chat: chatLight },
  dark: { room: roomWideDark, phone: roomNarrowDark, chat: chatDark },
};

const room =
  'A room in Polylogue: two people plan a dinner, a third asks the AI, and everyone reads its answer';

function usePictures() {
  return pictures[useSyncExternalStore(whenColoursChange, readScheme)];
}

/** Three people and an AI, in the page's colours. Its space is reserved while it loads. */
export function RoomPicture() {
  const { room: wide, phone } = usePictures();
  return (
    <picture>
      <source media="(width < 768px)" srcSet={phone} width={390} height={800} />
      <img className={styles.picture} src={wide} width={1092} height={840} decoding="async" alt={room} />
    </picture>
  );
}

/** One person and their own model. */
export function ChatPicture() {
  const { chat } = usePictures();
  return (
    <img
      className={styles.picture}
      src={chat}
      width={390}
      height={800}
      decoding="async"
      alt="A conversation in Polylogue: a question about flour, and a reply with a table and a few lines of code"
    />
  );
}

/** The same room on a phone. There, it is the first picture of the page. */
export function PhonePicture() {
  const { phone } = usePictures();
  return (
    <img
      className={classes(styles.picture, styles.phone)}
      src={phone}
      width={390}
      height={800}
      decoding="async"
      loading="lazy"
      alt="The same room on a phone"
    />
  );
}
