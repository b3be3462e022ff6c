import { useEffect, useReducer, useRef, useState, useSyncExternalStore } from 'react';
import { Button, classes, readScheme, whenColoursChange } from '../../../ui/index.ts';
import styles from './diagram.module.css';
import { after, type Drawing, isOver, start } from './drawing.ts';
import { rememberedHeight, rememberHeight } from './remembered.ts';
import { useFrame } from './use-frame.ts';

interface DiagramProps {
  text: string;
  /** For a closer look. */
  isLarge?: boolean;
  /** The person is tired of waiting. */
  onStop(): void;
  /** How far it has got. Its SVG may be saved as a file; the page itself never shows it. */
  onChange?(drawing: Drawing): void;
}

const ends = {
  silent: 'This diagram took too long to draw, so it was stopped.',
  unreachable: 'The code that draws diagrams could not be loaded.',
};

/** A diagram, drawn in a frame with no origin and no network, since its renderer reads whatever a model wrote. */
export function Diagram({ text, isLarge = false, onStop, onChange }: DiagramProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [drawing, tell] = useReducer(after, start);
  const scheme = useSyncExternalStore(whenColoursChange, readScheme);
  const height = drawing.step === 'drawn' ? drawing.height : isLarge ? 0 : (rememberedHeight(text) ?? 0);

  useFrame({
    frame,
    step: drawing.step,
    text,
    scheme,
    isLarge,
    onSaid(what) {
      if (!isLarge && (what.kind === 'drawn' || what.kind === 'sized')) rememberHeight(text, what.height);
      tell({ type: 'frame-said', what });
    },
    onSilence: () => tell({ type: 'frame-fell-silent' }),
  });
  const drawnIn = useRef(scheme);
  useEffect(() => {
    if (drawnIn.current === scheme) return;
    drawnIn.current = scheme;
    tell({ type: 'scheme-changed' });
  }, [scheme]);
  useEffect(() => onChange?.(drawing), [drawing, onChange]);

  const isBusy = drawing.step === 'loading' || drawing.step === 'drawing';
  const isSlow = useSlow(isBusy && height === 0);
  return (
    <div className={classes(styles.diagram, isLarge && styles.large)} data-diagram={drawing.step}>
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
          onClick={isBusy ? onStop : () => tell({ type: 'tried-again' })}
        >
          {isBusy ? 'Stop' : 'Try again'}
        </Button>
      )}
    </div>
  );
}

/** Milliseconds: most diagrams are drawn before a message about waiting could be read. */
const patient = 1_000;

function useSlow(isBusy: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isBusy) return;
    const timer = setTimeout(() => setSlow(true), patient);
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
