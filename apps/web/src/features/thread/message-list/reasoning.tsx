import { useState, useSyncExternalStore } from 'react';
import { Disclosure, ThreeDots } from '../../../ui/index.ts';
import type { ReplyText } from '../markdown/reply-text.ts';
import styles from './reasoning.module.css';
import { TextBody } from './text-body.tsx';

interface ReasoningProps {
  reasoning: ReplyText;
  /** The reply's own text: until it begins, the model is still thinking. */
  text: ReplyText;
  isGrowing: boolean;
}

/** What the model thought before it spoke, closed until somebody wants to know. */
export function Reasoning({ reasoning, text, isGrowing }: ReasoningProps) {
  const [isOpen, setOpen] = useState(false);
  const hasSpoken = useSyncExternalStore(text.listen, () => text.length > 0);
  return (
    <div className={styles.reasoning}>
      <Disclosure title="Reasoning" onToggle={(event) => setOpen(event.currentTarget.open)}>
        {/* Closed, it costs nothing while it grows. */}
        {isOpen && <TextBody text={reasoning} />}
      </Disclosure>
      {isGrowing && !hasSpoken && <ThreeDots label="The model is thinking" />}
    </div>
  );
}
