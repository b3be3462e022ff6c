import { useEffect, useEffectEvent, useRef } from 'react';

/** Nothing to see: calls back when its place is on the screen. */
export function SeenMark({ onSeen }: { onSeen(): void }) {
  const mark = useRef<HTMLSpanElement>(null);
  const seen = useEffectEvent(onSeen);

  useEffect(() => {
    if (!mark.current) return;
    const watching = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) seen();
    });
    watching.observe(mark.current);
    return () => watching.disconnect();
  }, []);

  return <span ref={mark} aria-hidden="true" style={{ position: 'absolute' }} />;
}
