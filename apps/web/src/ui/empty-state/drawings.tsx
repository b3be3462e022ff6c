import { type ReactNode, useId } from 'react';
import styles from './drawings.module.css';

// Small drawings in the style of the brand: threads in the colours of people, green for the AI.

function Picture({ children }: { children: ReactNode }) {
  const dots = useId();
  return (
    <svg className={styles.picture} viewBox="0 0 12 6" aria-hidden="true">
      <pattern id={dots} width="1" height="1" patternUnits="userSpaceOnUse">
        <circle className={styles.dots} cx="0.5" cy="0.5" r="0.055" />
      </pattern>
      <rect width="12" height="6" fill={`url(#${dots})`} stroke="none" />
      {children}
    </svg>
  );
}

/** A question's thread and its answer's, step by step towards each other. */
export const ConversationDrawing = () => (
  <Picture>
    <path className={styles.three} d="M10.5 1.5h-2v1h-2" />
    <path className={styles.ai} d="M1.5 4.5h2v-1h2" />
    <circle className={styles.three} cx="6.5" cy="2.5" r="0.12" />
    <circle className={styles.ai} cx="5.5" cy="3.5" r="0.12" />
  </Picture>
);

/** A silent bell. */
export const BellDrawing = () => (
  <Picture>
    <path className={styles.paper} d="M4.2 4.4c.6-.5.6-1 .6-1.7a1.2 1.2 0 0 1 2.4 0c0 .7 0 1.2.6 1.7z" />
    <path className={styles.two} d="M5.5 4.9a.55.55 0 0 0 1 0" />
    <path className={styles.one} d="M6 1.4v-.2" />
  </Picture>
);

/** Two people whose threads have not met. */
export const PeopleDrawing = () => (
  <Picture>
    <g className={styles.one}>
      <circle className={styles.paper} cx="3.5" cy="2" r="0.75" />
      <path d="M1.9 5v-.4a1.6 1.6 0 0 1 3.2 0" />
    </g>
    <g className={styles.three}>
      <circle className={styles.paper} cx="8.5" cy="2" r="0.75" />
      <path d="M6.9 4.6a1.6 1.6 0 0 1 3.2 0V5" />
    </g>
    <path strokeDasharray="0 0.5" d="M5.5 4.7h1.2" />
  </Picture>
);

/** Several threads that meet at the AI. */
export const SpaceDrawing = () => (
  <Picture>
    <path className={styles.one} d="M1.5 1.5h1.5q1.5 0 2 1" />
    <path className={styles.two} d="M1.5 4.5h1.5q1.5 0 2-1" />
    <path className={styles.three} d="M10.5 1.5H9q-1.5 0-2 1" />
    <path className={styles.four} d="M10.5 4.5H9q-1.5 0-2-1" />
    <circle className={styles.ai} cx="6" cy="3" r="0.5" />
  </Picture>
);

/** A page, with another behind it. */
export const FilesDrawing = () => (
  <Picture>
    <path className={styles.two} d="M5.2 1.2h2.6v3" />
    <path className={styles.paper} d="M4.2 2h1.7l.9.9v2.1H4.2z" />
    <path d="M5.9 2v.9h.9" />
    <path className={styles.three} d="M4.9 3.7h1.2m-1.2.6h.7" />
  </Picture>
);

/** A thread that stops short of another. */
export const BlockedDrawing = () => (
  <Picture>
    <path className={styles.one} d="M1.5 3h2.6" />
    <circle className={styles.paper} cx="6" cy="3" r="1.3" />
    <path d="m5.1 3.9 1.8-1.8" />
    <path className={styles.three} d="M10.5 3H7.9" />
  </Picture>
);

/** A magnifying glass over empty ground. */
export const SearchDrawing = () => (
  <Picture>
    <circle className={styles.paper} cx="5.6" cy="2.7" r="1.4" />
    <path className={styles.one} d="m6.7 3.8 1.2 1.2" />
    <path strokeDasharray="0 0.5" d="M5.1 2.7h1" />
  </Picture>
);

/** Days with nothing in them yet. */
export const ActivityDrawing = () => (
  <Picture>
    <path className={styles.one} d="M1.5 3h1.5" />
    <path className={styles.two} d="M3.6 3h.6l.6-1.4L5.9 4.5l.7-1.5" />
    <path className={styles.ai} d="M7.2 3H8" />
    <path strokeDasharray="0 0.6" d="M8.8 3h2" />
  </Picture>
);

/** A thread that loops back to its start. */
export const OwnLinkDrawing = () => (
  <Picture>
    <path className={styles.three} d="M4.5 4.5h3a1.5 1.5 0 0 0 0-3h-3a1.5 1.5 0 0 0-1.4 1" />
    <path className={styles.three} d="m2.6 1.6.5.95.95-.5" />
  </Picture>
);

/** A torn thread. */
export const TornDrawing = () => (
  <Picture>
    <path className={styles.one} d="M1.5 3.5h2q.6 0 .8-.5l.3-.8" />
    <path className={styles.four} d="M10.5 2.5h-2q-.6 0-.8.5l-.3.8" />
    <path strokeDasharray="0 0.5" d="m5.4 2.4 1.2 1.2" />
  </Picture>
);
