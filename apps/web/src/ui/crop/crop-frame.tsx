import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { type Framing, maxZoom, type Point, panned, regionOf, zoomed } from './crop.ts';
import styles from './crop-frame.module.css';
import type { Picture } from './picture.ts';

interface CropFrameProps {
  /** A short label for the picture. */
  label: string;
  picture: Picture;
  /** Width by height of the crop. */
  aspect: number;
  /** The result is shown round. */
  isRound?: boolean;
  view: Framing;
  onChange(view: Framing): void;
}

/** How far an arrow key goes, as a share of the frame. */
const stride = 0.04;
const zoomStride = 1.12;

/**
 * A window over a picture: moved with the mouse, a finger or the arrow keys, and zoomed with the wheel, two fingers,
 * plus and minus, or the slider.
 */
export function CropFrame({ label, picture, aspect, isRound = false, view, onChange }: CropFrameProps) {
  const id = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const fingers = useRef(new Map<number, Point>());

  // Pointer events arrive more often than renders: each move builds on the previous one.
  const latest = useRef(view);
  useLayoutEffect(() => {
    latest.current = view;
  }, [view]);

  function change(next: Framing) {
    latest.current = next;
    onChange(next);
  }
  const pull = (by: Point) => change(panned(picture, aspect, latest.current, by));
  const zoom = (times: number, at?: Point) =>
    change(zoomed(picture, aspect, latest.current, latest.current.zoom * times, at));

  useLayoutEffect(() => {
    const pen = canvas.current?.getContext('2d');
    if (!pen) return;
    const { x, y, width, height } = regionOf(picture, aspect, view);
    pen.imageSmoothingQuality = 'high';
    pen.clearRect(0, 0, pen.canvas.width, pen.canvas.height);
    pen.drawImage(picture, x, y, width, height, 0, 0, pen.canvas.width, pen.canvas.height);
  }, [picture, aspect, view]);

  /** A position on the frame, as shares of its size. */
  function place(event: { clientX: number; clientY: number }): Point {
    const box = canvas.current?.getBoundingClientRect();
    if (!box) return { x: 0.5, y: 0.5 };
    return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
  }

  const wheeled = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), place(event));
  });
  useEffect(() => {
    const frame = canvas.current;
    const onWheel = (event: WheelEvent) => wheeled(event);
    // React's wheel listeners are passive, and the page would scroll along.
    frame?.addEventListener('wheel', onWheel, { passive: false });
    return () => frame?.removeEventListener('wheel', onWheel);
  }, []);

  function pressed(event: PointerEvent<HTMLCanvasElement>) {
    if (fingers.current.size === 2 || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, place(event));
  }

  function dragged(event: PointerEvent) {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = place(event);
    const other = [...fingers.current].find(([finger]) => finger !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, now);
    if (!other) return pull({ x: now.x - before.x, y: now.y - before.y });
    const apart = distance(now, other, aspect) / Math.max(0.01, distance(before, other, aspect));
    zoom(apart, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
  }

  const lifted = (event: PointerEvent) => void fingers.current.delete(event.pointerId);

  function typed(event: KeyboardEvent) {
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (act.by) pull(act.by);
    else zoom(act.zoom);
  }

  return (
    <div className={styles.crop}>
      <div className={styles.frame} data-round={isRound || undefined}>
        {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: it handles keys of its own */}
        <canvas
          ref={canvas}
          width={960}
          height={Math.round(960 / aspect)}
          className={styles.canvas}
          tabIndex={0}
          role="application"
          aria-label={label}
          aria-describedby={`${id}-how`}
          onPointerDown={pressed}
          onPointerMove={dragged}
          onPointerUp={lifted}
          onPointerCancel={lifted}
          onLostPointerCapture={lifted}
          onKeyDown={typed}
        />
      </div>
      <label className={styles.zoom} htmlFor={id}>
        Zoom
        <input
          id={id}
          type="range"
          min={1}
          max={maxZoom}
          step={0.01}
          value={view.zoom}
          aria-valuetext={`${Math.round(view.zoom * 100)} %`}
          onChange={(event) => zoom(event.currentTarget.valueAsNumber / view.zoom)}
        />
      </label>
      <p className={styles.how} id={`${id}-how`}>
        Drag the picture or use the arrow keys. Zoom with the slider, the wheel, two fingers, or plus and
        minus.
      </p>
    </div>
  );
}

type Act = { by: Point; zoom?: never } | { zoom: number; by?: never };

// The arrows move the window; the picture moves the other way.
const keys: Readonly<Record<string, Act>> = {
  ArrowLeft: { by: { x: stride, y: 0 } },
  ArrowRight: { by: { x: -stride, y: 0 } },
  ArrowUp: { by: { x: 0, y: stride } },
  ArrowDown: { by: { x: 0, y: -stride } },
  '+': { zoom: zoomStride },
  '=': { zoom: zoomStride },
  '-': { zoom: 1 / zoomStride },
};

function distance(one: Point, other: Point, aspect: number): number {
  return Math.hypot(one.x - other.x, (one.y - other.y) / aspect);
}
