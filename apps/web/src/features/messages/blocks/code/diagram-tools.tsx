import { type ChunkedList, textOf } from '@polylogue/markdown';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { download } from '../../../../lib/files/download.ts';
import { whenNearViewport } from '../../../../lib/page/near-viewport.ts';
import { counted } from '../../../../lib/text/counts.ts';
import { Button, DownloadIcon, IconButton } from '../../../../ui/index.ts';
import { Diagram } from '../diagram/diagram.tsx';
import { type DiagramState, initialDrawing, isOver } from '../diagram/drawing.ts';
import { Enlarged } from '../diagram/enlarged.tsx';
import { maxDiagramLength } from '../diagram/frame-messages.ts';
import { isWantedAsCode, rememberAsCode, rememberedHeight, rememberHeight } from '../diagram/remembered.ts';
import styles from '../markdown.module.css';

interface DiagramParts {
  /** Buttons for the block's header. */
  tools: React.ReactNode;
  /** The diagram itself, next to the code or instead of it. */
  view: React.ReactNode;
  isCode: boolean;
}

/** How many diagrams are drawn at once: each is a page of its own, which loads all the code that draws. */
const most = 4;
const busy = new Set<object>();
/** Those that wait for one of them, the first one first. */
const waiting = new Set<() => void>();

function release(place: object) {
  busy.delete(place);
  for (const begin of waiting) {
    if (busy.size >= most) return;
    waiting.delete(begin);
    begin();
  }
}

/** The diagram of a mermaid block: drawn once the block is complete and near the screen. */
export function useDiagram(
  pieces: ChunkedList<string>,
  isOpen: boolean,
  block: RefObject<Element | null>,
): DiagramParts {
  const [text, setText] = useState(() => drawnBefore(pieces, isOpen));
  const [isShown, setShown] = useState(text !== null);
  const [drawn, setDrawn] = useState(pieces);
  const [drawing, setDrawing] = useState<DiagramState>(initialDrawing);

  // The reply was continued: what is drawn is only its beginning, and the rest is shown as code.
  if (isShown && drawn !== pieces) {
    setDrawn(pieces);
    if (textOf(pieces) !== text) setShown(false);
  }

  function show() {
    const whole = textOf(pieces);
    rememberHeight(whole, rememberedHeight(whole) ?? 0);
    setText(whole);
    setDrawn(pieces);
    setShown(true);
  }
  function hide() {
    if (text !== null) rememberAsCode(text);
    // A finished drawing stays there, hidden, so that it is back at once; an unfinished one does not.
    if (drawing.step !== 'drawn') {
      setText(null);
      setDrawing(initialDrawing);
    }
    setShown(false);
  }

  const isTooLong = text !== null && text.length > maxDiagramLength;
  const isBusy = isShown && !isTooLong && (drawing.step === 'loading' || drawing.step === 'drawing');
  const [place] = useState({});
  useEffect(() => {
    if (isBusy) {
      busy.add(place);
      return () => release(place);
    }
    if (isShown) release(place);
  }, [isBusy, isShown, place]);

  const showAutomatically = useEffectEvent(() => {
    if (isWantedAsCode(textOf(pieces))) return;
    busy.add(place);
    show();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other code is another diagram
  useEffect(() => {
    if (isOpen || isShown || !block.current) return;
    const begin = () => showAutomatically();
    const stop = whenNearViewport(block.current, () => (busy.size < most ? begin() : waiting.add(begin)));
    return () => {
      stop();
      waiting.delete(begin);
    };
  }, [isOpen, isShown, pieces, block]);

  return {
    // Its code is shown until there is something to see.
    isCode:
      !isShown || isTooLong || isOver(drawing) || (drawing.step !== 'drawn' && !rememberedHeight(text ?? '')),
    tools: (
      <>
        <Button small tone="quiet" disabled={isOpen} onClick={isShown ? hide : show}>
          {isShown ? 'Show code' : 'Show diagram'}
        </Button>
        {isShown && drawing.step === 'drawn' && (
          <IconButton
            small
            label="Download diagram"
            onClick={() => download('diagram.svg', drawing.svg, 'image/svg+xml')}
          >
            <DownloadIcon size={16} />
          </IconButton>
        )}
      </>
    ),
    view: text !== null && (
      <div hidden={!isShown}>
        {isTooLong ? (
          <p className={styles.tooLong} role="status">
            This diagram is too long to be drawn: it has {counted(text.length)} characters, and the limit is{' '}
            {counted(maxDiagramLength)}.
          </p>
        ) : (
          <Enlarged text={text} isDrawn={drawing.step === 'drawn'}>
            <Diagram key={text} text={text} onStop={hide} onChange={setDrawing} />
          </Enlarged>
        )}
      </div>
    ),
  };
}

function drawnBefore(pieces: ChunkedList<string>, isOpen: boolean): string | null {
  if (isOpen) return null;
  const text = textOf(pieces);
  return rememberedHeight(text) === undefined ? null : text;
}
