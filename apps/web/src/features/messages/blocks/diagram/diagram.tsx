import { useEffect, useReducer, useRef, useState, useSyncExternalStore } from 'react';
import { Button, classes, readScheme, whenColoursChange } from '../../../../ui/index.ts';
import styles from './diagram.module.css';
import { type DiagramState, drawingReducer, initialDrawing, isOver } from './drawing.ts';
import { rememberedHeight, rememberHeight } from './remembered.ts';
import { useFrame } from './use-frame.ts';

interface DiagramProps {
  text: string;
  /** For a closer look. */
  isLarge?: boolean;
  /** The reader gave up waiting. */
  onStop(): void;
  /** Its progress. The SVG may be saved as a file; the page itself never shows it. */
  onChange?(drawing: DiagramState): void;
}

/** The space on both sides of a drawing, in pixels. */
const beside = 32;

const ends = {
  silent: 'This diagram took too long to draw, so it was stopped.',
  unreachable: 'The code that draws diagrams could not be loaded.',
};

/** A diagram, drawn in a frame with no origin and no network, since its renderer reads whatever a model wrote. */
export function Diagram({ text, isLarge = false, onStop, onChange }: DiagramProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [drawing, dispatch] = useReducer(drawingReducer, initialDrawing);
  const scheme = useSyncExternalStore(whenColoursChange, readScheme);
  const height = drawing.step === 'drawn' ? drawing.height : isLarge ? 0 : (rememberedHeight(text) ?? 0);

  useFrame({
    frame,
    step: drawing.step,
    text,
    scheme,
    isLarge,
    onMessage(message) {
      if (!isLarge && (message.kind === 'drawn' || message.kind === 'sized'))
        rememberHeight(text, message.height);
      dispatch({ type: 'frame-message', message });
    },
    onSilence: () => dispatch({ type: 'frame-fell-silent' }),
  });
  const drawnIn = useRef(scheme);
  useEffect(() => {
    if (drawnIn.current === scheme) return;
    drawnIn.current = scheme;
    dispatch({ type: 'scheme-changed' });
  }, [scheme]);
  useEffect(() => onChange?.(drawing), [drawing, onChange]);

  const isBusy = drawing.step === 'loading' || drawing.step === 'drawing';
  const isSlow = useSlow(isBusy && height === 0);
  return (
    <div
      className={classes(styles.diagram, isLarge && styles.large)}
      // Wider than its place it scrolls there: see Enlarged.
      style={drawing.step === 'drawn' && !isLarge ? { minInlineSize: drawing.width + beside } : undefined}
      data-diagram={drawing.step}
    >
      {!isOver(drawing) && (
        <iframe
          ref={frame}
          className={classes(styles.frame, height === 0 && styles.unseen)}
          style={{ blockSize: height }}
          title="Diagram"
          src="/diagram.html"
          sandbox="allow-scripts"
          referrerPolicy="no-referrer"
          allow=""
        />
      )}
      <div className={styles.note} role="status">
        {isSlow && <p>Drawing the diagram…</p>}
        {drawing.step === 'ended' && <p>{ends[drawing.because]}</p>}
        {drawing.step === 'failed' && <Failure words={drawing.words} />}
      </div>
      {/* A single button that changes, so that it keeps the focus after a press. */}
      {(isSlow || drawing.step === 'ended') && (
        <Button
          small
          className={styles.button}
          onClick={isBusy ? onStop : () => dispatch({ type: 'tried-again' })}
        >
          {isBusy ? 'Stop' : 'Try again'}
        </Button>
      )}
    </div>
  );
}

/** Milliseconds: most diagrams are drawn before a message about waiting could be read. */
const slowAfter = 1_000;

function useSlow(isBusy: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isBusy) return;
    const timer = setTimeout(() => setSlow(true), slowAfter);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isBusy]);
  return isSlow;
}

function Failure({ words }: { words: string }) {
  return (
    <>
      <p>This diagram cannot be drawn.</p>
      {words !== '' && <p className={styles.words}>{words}</p>}
    </>
  );
}
