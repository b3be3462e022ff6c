import { useCallback, useSyncExternalStore } from 'react';
import { useLazy } from '../../../lib/lazy/use-lazy.ts';
import { nextFrame } from '../../../lib/schedule/frame.ts';
import { markdown } from '../blocks/load-markdown.ts';
import type { ReplyText } from '../blocks/reply-text.ts';
import styles from './text-body.module.css';

interface TextBodyProps {
  text: string | ReplyText;
  /** Single newlines are line breaks, as in typed text. */
  breaks?: boolean;
}

export function TextBody({ text, breaks = false }: TextBodyProps) {
  const Markdown = useLazy(markdown, true);
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
  const listen = useCallback((paint: () => void) => onceAFrame(text, paint), [text]);
  const words = useSyncExternalStore(listen, () => text.value);
  return (
    <p className={styles.plain} dir="auto">
      {words}
    </p>
  );
}

/** The text is plain only until the Markdown code has loaded, so once per frame is enough. */
function onceAFrame(text: ReplyText, paint: () => void): () => void {
  let callOff: (() => void) | undefined;
  const stop = text.listen(() => {
    callOff ??= nextFrame(() => {
      callOff = undefined;
      paint();
    });
  });
  return () => {
    stop();
    callOff?.();
  };
}
