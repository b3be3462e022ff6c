import { useEffect, useEffectEvent, useRef } from 'react';
import { ListDivider } from './list-divider.tsx';

/** Above the first new post; calls back when it is on the screen. */
export function NewDivider({ onSeen }: { onSeen(): void }) {
  const line = useRef<HTMLParagraphElement>(null);
  const seen = useEffectEvent(onSeen);

  useEffect(() => {
    if (!line.current) return;
    const watching = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) seen();
    });
    watching.observe(line.current);
    return () => watching.disconnect();
  }, []);

  return (
    <ListDivider isAccent ref={line}>
      New messages
    </ListDivider>
  );
}
