import type { Chunk, ChunkedList } from '@polylogue/markdown';
import {
  createContext,
  memo,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { whenNearViewport } from '../../../../lib/page/near-viewport.ts';
import { type Box, ChunkedListView, type ListKind } from '../chunked-list-view.tsx';
import { counts } from '../counts.ts';
import { lineEstimate } from '../estimate.ts';
import styles from '../markdown.module.css';
import { isFlooded } from '../near-viewport.ts';
import { watchEdges } from '../watch-edges.ts';
import { CodeHeader } from './code-header.tsx';
import { useDiagram } from './diagram-tools.tsx';
import { colours, type HighlightedLine } from './highlight/colours.ts';
import { type Highlighting, highlightingOf } from './highlight/highlighting.ts';
import { type Grammar, type LanguageId, languageOf } from './highlight/languages.ts';
import { useWrapping } from './wrapping.ts';

const HighlightingOf = createContext<Highlighting | null>(null);
const lines: ListKind<string> = {
  show: (chunk, start, box) => <CodeChunk chunk={chunk} start={start} box={box} />,
  far: {
    show: (words, _, box) => (
      <span className={styles.lines} {...box}>
        {words}
      </span>
    ),
    estimate: lineEstimate,
  },
};
const nothing: readonly HighlightedLine[] = [];

interface CodeBlockProps {
  info: string;
  pieces: ChunkedList<string>;
  isOpen: boolean;
}

export function CodeBlock(props: CodeBlockProps) {
  const language = languageOf(props.info);
  const Shown = language?.id === 'mermaid' ? MermaidBlock : PlainBlock;
  return <Shown {...props} language={language} />;
}

interface KnownBlockProps extends CodeBlockProps {
  language: Grammar | null;
}

function PlainBlock(props: KnownBlockProps) {
  return (
    <figure className={styles.code} data-code>
      <CodeHeader language={props.language} pieces={props.pieces} isCode />
      <Code {...props} />
    </figure>
  );
}

function MermaidBlock(props: KnownBlockProps) {
  const block = useRef<HTMLElement>(null);
  const { tools, view, isCode } = useDiagram(props.pieces, props.isOpen, block);
  return (
    <figure ref={block} className={styles.code} data-code>
      <CodeHeader language={props.language} pieces={props.pieces} isCode={isCode}>
        {tools}
      </CodeHeader>
      {view}
      {isCode && <Code {...props} />}
    </figure>
  );
}

function Code({ language, pieces, isOpen }: KnownBlockProps) {
  const block = useRef<HTMLPreElement>(null);
  const isWrapped = useWrapping();
  const highlighting = useHighlighting(language?.id ?? null, block);
  useEffect(() => {
    // The last line may still grow: it is coloured once the next one has started, or the block has ended.
    highlighting?.settle(pieces, isOpen ? pieces.length - 1 : pieces.length);
  }, [highlighting, pieces, isOpen]);

  useEffect(() => {
    // A growing block does not fade: it would be painted anew with every word.
    if (!isOpen && block.current) return watchEdges(block.current);
  }, [isOpen]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long line must be scrollable by keyboard too
    <pre ref={block} tabIndex={0} dir="ltr" data-wrapped={isWrapped || undefined}>
      <code>
        <HighlightingOf value={highlighting}>
          <ChunkedListView list={pieces} kind={lines} />
        </HighlightingOf>
      </code>
    </pre>
  );
}

/** Starts once the block is near the screen: in a long reply most code is never looked at. */
function useHighlighting(language: LanguageId | null, block: RefObject<Element | null>): Highlighting | null {
  const [highlighting, setHighlighting] = useState<Highlighting | null>(null);
  useEffect(() => {
    if (language === null || block.current === null) return;
    let started: Highlighting | undefined;
    const stopWaiting = whenNearViewport(block.current, () => {
      started = highlightingOf(language);
      setHighlighting(started);
    });
    return () => {
      stopWaiting();
      started?.stop();
      setHighlighting(null);
    };
  }, [language, block]);
  return highlighting;
}

const never = (): (() => void) => () => {};

/** A chunk of lines in an element of its own, so that a new line only lays out its own chunk again. */
function CodeChunk({ chunk, start, box }: { chunk: Chunk<string>; start: number; box: Box }) {
  counts.rendered++;
  const highlighting = useContext(HighlightingOf);
  const element = useRef<HTMLElement>(null);
  // Code that passed by in a flood stays plain until the reader comes back to it.
  const [isPassing] = useState(isFlooded);
  const listen = useCallback(
    (listener: () => void) => {
      if (highlighting === null) return never();
      let stopWaiting = never();
      const stop = highlighting.listen(start, () => {
        if (isPassing && element.current) stopWaiting = whenNearViewport(element.current, listener);
        else listener();
      });
      return () => {
        stop();
        stopWaiting();
      };
    },
    [highlighting, start, isPassing],
  );
  const ref = useCallback(
    (now: HTMLElement | null) => {
      element.current = now;
      return box.ref(now);
    },
    [box.ref],
  );
  const coloured = useSyncExternalStore(
    listen,
    () => highlighting?.read(start) ?? nothing,
    () => nothing,
  );
  return (
    <span className={styles.lines} {...box} ref={ref}>
      {chunk.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line never changes its place
        <Line key={index} text={index === 0 ? piece.replace(/^\n/, '') : piece} pairs={coloured[index]} />
      ))}
    </span>
  );
}

const classes = colours.map((colour) => (colour === 'plain' ? undefined : styles[colour]));

const Line = memo(function Line({ text, pairs }: { text: string; pairs: HighlightedLine | undefined }) {
  counts.rendered++;
  if (pairs === undefined || (pairs.length <= 2 && !pairs[1])) return text;
  const parts = text.startsWith('\n') ? ['\n'] : [];
  const shown: React.ReactNode[] = parts;
  let at = parts.length;
  for (let index = 0; index < pairs.length; index += 2) {
    const piece = text.slice(at, at + (pairs[index] ?? 0));
    const colour = classes[pairs[index + 1] ?? 0];
    at += piece.length;
    shown.push(
      colour === undefined ? (
        piece
      ) : (
        <span key={index} className={colour}>
          {piece}
        </span>
      ),
    );
  }
  // A line that has grown keeps its colours until there are others.
  shown.push(text.slice(at));
  return shown;
});
