/** What a reader's hands do with a list. */
export type Gesture =
  | { type: 'wheel-turned'; isUp: boolean }
  | { type: 'key-pressed'; isUp: boolean }
  | { type: 'pointer-pressed'; isOnScrollbar: boolean }
  | { type: 'pointer-released' }
  /** Touches that began in the list, by their identifiers. */
  | { type: 'fingers-laid'; ids: readonly number[] }
  | { type: 'fingers-lifted'; ids: readonly number[]; isCancelled: boolean }
  /** They opened or folded something. */
  | { type: 'unfolded' }
  /** They asked for its top. `isFar`: there is something to scroll. */
  | { type: 'glide-begun'; isFar: boolean }
  | { type: 'glide-ended' }
  /** They asked for its bottom. */
  | { type: 'bottom-wished' };

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

/** Milliseconds for which a reader's gesture has the list to itself. */
const gesturePause = 200;
/** A smooth scroll may take this long. */
const smoothPause = 1_000;
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

export function gestured(before: Gestures, gesture: Gesture, now: number): Gestures {
  const heldFor = (milliseconds: number) => Math.max(before.heldUntil, now + milliseconds);
  switch (gesture.type) {
    case 'wheel-turned':
    case 'key-pressed': {
      const heldUntil = gesture.isUp ? heldFor(gesturePause) : before.heldUntil;
      return { ...before, movedAt: now, isGliding: false, heldUntil };
    }
    case 'pointer-pressed': {
      const heldUntil = gesture.isOnScrollbar ? heldFor(gesturePause) : before.heldUntil;
      return { ...before, isPressed: true, isGliding: false, heldUntil };
    }
    case 'pointer-released':
      return { ...before, isPressed: false, movedAt: now };
    case 'fingers-laid': {
      const fingers = [...new Set([...before.fingers, ...gesture.ids])];
      return { ...before, movedAt: now, isGliding: false, fingers };
    }
    case 'fingers-lifted': {
      const fingers = before.fingers.filter((id) => !gesture.ids.includes(id));
      const heldUntil = gesture.isCancelled ? before.heldUntil : heldFor(gesturePause);
      return { ...before, movedAt: now, fingers, heldUntil };
    }
    case 'unfolded':
      return { ...before, unfoldedAt: now };
    case 'glide-begun':
      return { ...before, heldUntil: heldFor(smoothPause), isGliding: gesture.isFar };
    case 'glide-ended':
      return { ...before, isGliding: false };
    case 'bottom-wished':
      return { ...before, heldUntil: 0, isGliding: false };
  }
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
