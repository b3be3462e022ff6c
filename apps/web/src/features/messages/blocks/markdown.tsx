import type { Progress, Tree } from '@polylogue/markdown';
import { initialProgress, initialTyped, parse } from '@polylogue/markdown';
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
  /** As a person typed it: single newlines are line breaks, and link definitions are shown. */
  breaks?: boolean;
}

/** Markdown as React elements from a closed set. A growing text costs the same per frame at any length. */
export const Markdown = memo(function Markdown({ text, breaks = false }: MarkdownProps) {
  const initial = breaks ? initialTyped : initialProgress;
  return (
    <Breaks value={breaks}>
      {typeof text !== 'string' ? (
        <Growing text={text} initial={initial} />
      ) : text.length <= readAtOnce ? (
        <Whole text={text} initial={initial} />
      ) : (
        <Book text={text} initial={initial} />
      )}
    </Breaks>
  );
});

interface Read<T> {
  text: T;
  initial: Progress;
}

function Whole({ text, initial }: Read<string>) {
  return <Shown tree={useMemo(() => parse(text, initial), [text, initial])} />;
}

/** Too long to be parsed in one go. */
function Book({ text, initial }: Read<string>) {
  return <Growing text={useMemo(() => endedText(text), [text])} initial={initial} />;
}

function Growing({ text, initial }: Read<ReplyText>) {
  const document = useMemo(() => liveDocument(text, initial), [text, initial]);
  const tree = useSyncExternalStore(document.listen, document.read, document.read);
  return <Shown tree={tree} isGrowing={!text.isEnded} />;
}

function Shown({ tree, isGrowing = false }: { tree: Tree; isGrowing?: boolean }) {
  counts.rendered++;
  return (
    <div
      className={styles.markdown}
      data-blocks
      onCopy={copySources}
      // A browser that translates replaces texts, and what is added to one that was replaced is not seen.
      translate={isGrowing ? 'no' : undefined}
    >
      <DefinitionsOf value={tree.definitions}>
        <WithNotes notes={tree.notes}>
          <Blocks list={tree.blocks} />
        </WithNotes>
      </DefinitionsOf>
    </div>
  );
}
