import { useSyncExternalStore } from 'react';
import { later } from '../../../lib/later.ts';
import { useLater } from '../../../lib/use-later.ts';
import type { ReplyText } from '../markdown/reply-text.ts';
import styles from './text-body.module.css';

/** Fetched on idle by whoever shows a thread; until it is here a text is readable as it was written. */
export const markdown = later(() => import('../markdown/index.ts').then((file) => file.Markdown));

interface TextBodyProps {
  text: string | ReplyText;
  /** A person's single newlines are kept. */
  breaks?: boolean;
}

export function TextBody({ text, breaks = false }: TextBodyProps) {
  const Markdown = useLater(markdown, true);
  if (Markdown) return <Markdown text={text} breaks={breaks} />;
  return typeof text === 'string' ? <p className={styles.plain}>{text}</p> : <Growing text={text} />;
}

function Growing({ text }: { text: ReplyText }) {
  const words = useSyncExternalStore(text.listen, () => text.value);
  return <p className={styles.plain}>{words}</p>;
}
