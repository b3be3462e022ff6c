/** What a reader's hands do with a list. */
export interface Gesture {
  /**
   * `moved`: by wheel or key · `pressed`, `released`: with a pointer · `touched`, `lifted`: with fingers · `unfolded`:
   * something in it was opened or folded · `gliding`, `glided`: on the way to its top, and there · `to-end`: its end was
   * asked for.
   */
  type:
    | 'moved'
    | 'pressed'
    | 'released'
    | 'touched'
    | 'lifted'
    | 'unfolded'
    | 'gliding'
    | 'glided'
    | 'to-end';
  /** Milliseconds for which it has the list to itself. */
  holds?: number | false;
  /** Touches that began in the list, by their identifiers. */
  fingers?: readonly number[];
}

/** What they have done lately. Times are milliseconds of the clock. */
export interface Gestures {
  /** The list belongs to the reader until then. */
  heldUntil: number;
  movedAt: number;
  unfoldedAt: number;
  fingers: readonly number[];
  isPressed: boolean;
  /** On the way to the top, and not interrupted. */
  isGliding: boolean;
}

/** Milliseconds for which a gesture has the list to itself. */
export const gesturePause = 200;
/** The effect of a gesture is reported within this many milliseconds, even on a busy page. */
const gestureEffect = 1_000;

export const noGestures: Gestures = {
  heldUntil: 0,
  movedAt: Number.NEGATIVE_INFINITY,
  unfoldedAt: Number.NEGATIVE_INFINITY,
  fingers: [],
  isPressed: false,
  isGliding: false,
};

/** Gestures that move the list, and those that do not end its way to the top. */
const moving = ['moved', 'released', 'touched', 'lifted'];
const harmless = ['released', 'lifted', 'unfolded'];

export function gestured(before: Gestures, { type, holds, fingers = [] }: Gesture, now: number): Gestures {
  const left = before.fingers.filter((finger) => !fingers.includes(finger));
  return {
    heldUntil: type === 'to-end' ? 0 : Math.max(before.heldUntil, holds ? now + holds : 0),
    movedAt: moving.includes(type) ? now : before.movedAt,
    unfoldedAt: type === 'unfolded' ? now : before.unfoldedAt,
    fingers: type === 'touched' ? [...left, ...fingers] : left,
    isPressed: type === 'pressed' || (before.isPressed && type !== 'released'),
    isGliding: type === 'gliding' || (before.isGliding && harmless.includes(type)),
  };
}

/** Whether nothing but the reader may move the list. */
export const isHeld = ({ fingers, heldUntil }: Gestures, now: number): boolean =>
  fingers.length > 0 || now < heldUntil;

/** Whether the reader is moving it, or has just now: a slow scroll begins within the tolerance. */
export const isMoved = (gestures: Gestures, now: number): boolean =>
  isHeld(gestures, now) || gestures.isPressed || now - gestures.movedAt < gestureEffect;

/** Whether they want to read what they have just opened or folded, not the end. */
export const hasUnfolded = ({ unfoldedAt }: Gestures, now: number): boolean =>
  now - unfoldedAt < gesturePause;
