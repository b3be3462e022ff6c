import { type RefObject, useEffect, useEffectEvent } from 'react';
import { type DiagramState, silenceLimits } from './drawing.ts';
import { faceFile } from './face-file.ts';
import {
  type Draw,
  type FrameMessage,
  isFromFrame,
  parseFrameMessage,
  type Scheme,
} from './frame-messages.ts';

interface FrameOptions {
  frame: RefObject<HTMLIFrameElement | null>;
  step: DiagramState['step'];
  text: string;
  scheme: Scheme;
  isLarge: boolean;
  onMessage(message: FrameMessage): void;
  onSilence(): void;
}

/** Talks to the frame: sends it a drawing once it is ready, ignores other senders, and notices when it goes silent. */
export function useFrame({ frame, step, text, scheme, isLarge, onMessage, onSilence }: FrameOptions): void {
  const receive = useEffectEvent((event: MessageEvent<unknown>) => {
    if (!isFromFrame(event, frame.current?.contentWindow)) return false;
    const message = parseFrameMessage(event.data);
    if (message !== null) onMessage(message);
    return message !== null;
  });
  const fallSilent = useEffectEvent(onSilence);

  useEffect(() => {
    if (step !== 'loading' && step !== 'drawing' && step !== 'drawn') return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    function wait() {
      clearTimeout(timer);
      if (step === 'drawn') return;
      timer = setTimeout(
        () => (document.hidden ? wait() : fallSilent()),
        silenceLimits[step as 'loading' | 'drawing'],
      );
    }
    const listener = (event: MessageEvent<unknown>) => receive(event) && wait();
    addEventListener('message', listener);
    wait();
    return () => {
      removeEventListener('message', listener);
      clearTimeout(timer);
    };
  }, [step]);

  useEffect(() => {
    if (step !== 'drawing') return;
    let isOff = false;
    function draw(font: ArrayBuffer | null) {
      if (isOff) return;
      const wanted: Draw = { kind: 'draw', text, scheme, isLarge, font };
      // '*' because an opaque origin cannot be named; only our own document can be in there (frame-src).
      frame.current?.contentWindow?.postMessage(wanted, '*');
    }
    faceFile.fetch().then(draw, () => draw(null));
    return () => {
      isOff = true;
    };
  }, [frame, step, text, scheme, isLarge]);
}
