import { type ChunkedList, textOf } from '@polylogue/markdown';
import { useState } from 'react';
import { download } from '../../../../lib/files/download.ts';
import { Button, DownloadIcon, IconButton } from '../../../../ui/index.ts';
import { Diagram } from '../../diagram/diagram.tsx';
import { type Drawing, isOver, start } from '../../diagram/drawing.ts';
import { longest } from '../../diagram/frame-messages.ts';
import { forgetHeight, rememberedHeight, rememberHeight } from '../../diagram/remembered.ts';
import styles from '../markdown.module.css';

interface DiagramOf {
  /** For the block's header. */
  tools: React.ReactNode;
  /** The diagram itself, beside the code or in its place. */
  view: React.ReactNode;
  isCode: boolean;
}

/** What a block of mermaid has beyond its code: nothing is drawn before somebody asks for it. */
export function useDiagram(pieces: ChunkedList<string>, isOpen: boolean): DiagramOf {
  const [text, setText] = useState(() => askedBefore(pieces, isOpen));
  const [isShown, setShown] = useState(text !== null);
  const [drawn, setDrawn] = useState(pieces);
  const [drawing, setDrawing] = useState<Drawing>(start);

  // A reply that is gone on with: what is drawn is its beginning, and what comes is code.
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
    if (text !== null) forgetHeight(text);
    // A drawing stays there unseen, so that it is back at once; an attempt does not.
    if (drawing.step !== 'drawn') {
      setText(null);
      setDrawing(start);
    }
    setShown(false);
  }

  const isTooLong = text !== null && text.length > longest;
  return {
    isCode: !isShown || isTooLong || isOver(drawing),
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
            This diagram is too long to be drawn: it has {text.length.toLocaleString('en')} characters, and{' '}
            {longest.toLocaleString('en')} are the most.
          </p>
        ) : (
          <Diagram key={text} text={text} onStop={hide} onChange={setDrawing} />
        )}
      </div>
    ),
  };
}

function askedBefore(pieces: ChunkedList<string>, isOpen: boolean): string | null {
  if (isOpen) return null;
  const text = textOf(pieces);
  return rememberedHeight(text) === undefined ? null : text;
}
