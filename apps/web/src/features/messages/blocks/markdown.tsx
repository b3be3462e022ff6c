import type { Tree } from '@polylogue/markdown';
import { parse } from '@polylogue/markdown';
import { memo, useMemo, useSyncExternalStore } from 'react';
import { Blocks } from './block-view.tsx';
import { counts } from './counts.ts';
import { Breaks, DefinitionsOf } from './inline-view.tsx';
import { liveDocument, readAtOnce } from './live-document.ts';
import styles from './markdown.module.css';
import { copySources } from './maths/copied.ts';
import { WithNotes } from './notes/notes-view.tsx';
import { endedText, type ReplyText } from './reply-text.ts';

export interface MarkdownProps {
  /** A complete text, or one that is still growing. */
  text: string | ReplyText;
  /** Single newlines are line breaks, as in typed text. */
  breaks?: boolean;
}

/** Markdown as React elements from a closed set. A growing text costs the same per frame at any length. */
export const Markdown = memo(function Markdown({ text, breaks = false }: MarkdownProps) {
  return (
    <Breaks value={breaks}>
      <div className={styles.markdown} data-blocks onCopy={copySources}>
        {typeof text !== 'string' ? (
          <Growing text={text} />
        ) : text.length <= readAtOnce ? (
          <Whole text={text} />
        ) : (
          <Book text={text} />
        )}
      </div>
    </Breaks>
  );
});

function Whole({ text }: { text: string }) {
  return <Shown tree={useMemo(() => parse(text), [text])} />;
}

/** Too long to be parsed in one go. */
function Book({ text }: { text: string }) {
  return <Growing text={useMemo(() => endedText(text), [text])} />;
}

function Growing({ text }: { text: ReplyText }) {
  const document = useMemo(() => liveDocument(text), [text]);
  return <Shown tree={useSyncExternalStore(document.listen, document.read, document.read)} />;
}

function Shown({ tree }: { tree: Tree }) {
  counts.rendered++;
  return (
    <DefinitionsOf value={tree.definitions}>
      <WithNotes notes={tree.notes}>
        <Blocks list={tree.blocks} />
      </WithNotes>
    </DefinitionsOf>
  );
}
