import type { FrameMessage } from './frame-messages.ts';

/** The progress of a diagram. */
export type DiagramState =
  /** The frame is fetching its code. */
  | { step: 'loading' }
  | { step: 'drawing' }
  | { step: 'drawn'; svg: string; height: number; width: number }
  | { step: 'failed'; words: string }
  /** It was ended: it stopped responding, or its code never arrived. */
  | { step: 'ended'; because: 'silent' | 'unreachable' };

export type DrawingEvent =
  | { type: 'frame-message'; message: FrameMessage }
  | { type: 'scheme-changed' }
  | { type: 'frame-fell-silent' }
  | { type: 'tried-again' };

export const initialDrawing: DiagramState = { step: 'loading' };

/** Milliseconds without a message: while its code loads, and while it draws. */
export const silenceLimits = { loading: 30_000, drawing: 5_000 };

export function drawingReducer(drawing: DiagramState, event: DrawingEvent): DiagramState {
  switch (event.type) {
    case 'frame-message':
      return isOver(drawing) ? drawing : afterMessage(drawing, event.message);
    case 'scheme-changed':
      return drawing.step === 'drawn' ? { step: 'drawing' } : drawing;
    case 'frame-fell-silent':
      if (drawing.step === 'loading') return { step: 'ended', because: 'unreachable' };
      return drawing.step === 'drawing' ? { step: 'ended', because: 'silent' } : drawing;
    case 'tried-again':
      return isOver(drawing) ? initialDrawing : drawing;
  }
}

/** Whether the frame is no longer needed and can be removed. */
export const isOver = ({ step }: DiagramState): boolean => step === 'failed' || step === 'ended';

function afterMessage(drawing: DiagramState, message: FrameMessage): DiagramState {
  switch (message.kind) {
    case 'ready':
      return { step: 'drawing' };
    case 'working':
      return drawing;
    case 'drawn':
      return { step: 'drawn', svg: message.svg, height: message.height, width: message.width };
    case 'sized':
      return drawing.step === 'drawn' ? { ...drawing, height: message.height } : drawing;
    case 'failed':
      return { step: 'failed', words: message.words };
  }
}
