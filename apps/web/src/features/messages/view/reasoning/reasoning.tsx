import { useEffect, useState } from 'react';
import { browserClock } from '../../../../lib/schedule/clock.ts';
import { Disclosure, ThreeDots } from '../../../../ui/index.ts';
import type { ReplyText } from '../../blocks/reply-text.ts';
import type { ListedReply } from '../message.ts';
import { useRowState } from '../row-memory.ts';
import { TextBody } from '../text-body.tsx';
import styles from './reasoning.module.css';
import { inSeconds } from './thinking-time.ts';

interface ReasoningProps extends Pick<ListedReply, 'id' | 'thinkingSince' | 'thoughtFor'> {
  reasoning: ReplyText;
}

/** The model's reasoning before the reply, closed until it is opened. */
export function Reasoning({ id, reasoning, thinkingSince, thoughtFor }: ReasoningProps) {
  const [isOpen, setOpen] = useRowState(id, 'isReasoningOpen');
  const title = thinkingSince === null ? thought(thoughtFor) : <Thinking since={thinkingSince} />;
  return (
    <div className={styles.reasoning}>
      <Disclosure title={title} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        {/* While closed, it costs nothing as it grows. */}
        {isOpen && (
          <div data-reasoning>
            <TextBody text={reasoning} />
          </div>
        )}
      </Disclosure>
      {thinkingSince !== null && <ThreeDots label="The model is thinking" />}
    </div>
  );
}

function thought(thoughtFor: number | null): string {
  // Reasoning that was found in a finished text has no time of its own.
  if (thoughtFor === null) return 'Thought before answering';
  return `Thought for ${inSeconds(thoughtFor) ?? 'a moment'}`;
}

/** Counts whole seconds since the thinking began, however the page was reached. */
function Thinking({ since }: { since: number }) {
  const [now, setNow] = useState(browserClock.now);
  useEffect(
    () => browserClock.after(1_000 - ((now - since) % 1_000), () => setNow(browserClock.now())),
    [now, since],
  );
  const time = inSeconds(Math.floor((now - since) / 1_000) * 1_000);
  return (
    <span className={styles.time}>
      Thinking…
      {time && (
        // For sighted readers: announced every second, it would drown out everything else.
        <span aria-hidden="true"> {time}</span>
      )}
    </span>
  );
}
