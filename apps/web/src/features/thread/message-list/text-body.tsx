import { useSyncExternalStore } from 'react';
import { useLater } from '../../../lib/use-later.ts';
import type { ReplyText } from '../markdown/reply-text.ts';
import { markdown } from './markdown.ts';
import styles from './text-body.module.css';

interface TextBodyProps {
  text: string | ReplyText;
  /** A person's single newlines are kept. */
  breaks?: boolean;
}

export function TextBody({ text, breaks = false }: TextBodyProps) {
  const Markdown = useLater(markdown, true);
  if (Markdown) return <Markdown text={text} breaks={breaks} />;
  return typeof text === 'string' ? (
    <p className={styles.plain} dir="auto">
      {text}
    </p>
  ) : (
    <Growing text={text} />
  );
}

function Growing({ text }: { text: ReplyText }) {
  const words = useSyncExternalStore(text.listen, () => text.value);
  return (
    <p className={styles.plain} dir="auto">
      {words}
    </p>
  );
}
