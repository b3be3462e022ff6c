import { useEffect } from 'react';
import type { Draft } from '../../../../lib/drafts/draft.ts';
import { useLive } from '../../../../lib/state/use-live.ts';
import { tokensInWords } from '../../../../lib/text/money.ts';
import { Popover } from '../../../../ui/index.ts';
import type { ModelCatalogue, ProviderSetting } from '../../../keys/index.ts';
import type { Chat } from '../../chat.ts';
import type { ChatSettingsStore } from '../settings/chat-settings-store.ts';
import { Bills } from './bills.tsx';
import { type Context, isNearlyFull, isTooLong } from './context.ts';
import styles from './context-meter.module.css';
import type { Meter } from './open-meter.ts';
import { watchContext } from './watch-context.ts';

export interface ContextMeterProps {
  chat: Pick<Chat, 'thread' | 'attach'> & { id: string };
  draft: Pick<Draft, 'read'>;
  settings: ChatSettingsStore;
  meter: Meter;
  catalogue: ModelCatalogue;
  setting: ProviderSetting;
}

/** A thin ring: how much of the context window the next question fills. */
export function ContextMeter(props: ContextMeterProps) {
  const { meter, chat, settings, draft, catalogue, setting } = props;
  const { id, thread, attach } = chat;
  const context = useLive(meter, (now) => now);
  const isEmpty = useLive(thread, ({ messages }) => messages.length === 0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another setting has a different window
  useEffect(
    () => watchContext(meter, { id, thread, attach, settings, draft }, catalogue),
    [meter, id, thread, attach, settings, draft, catalogue, setting],
  );

  if (!context || (isEmpty && !isNearlyFull(context))) return null;
  return (
    <Popover label={inWords(context)} icon={<Ring context={context} />}>
      <Gauge context={context} model={catalogue.modelName(setting.type, setting.config.model)} />
      <Bills thread={thread} catalogue={catalogue} />
    </Popover>
  );
}

function inWords({ tokens, isEstimate, window }: Context): string {
  const used = tokensInWords(tokens, isEstimate);
  return window === null ? `Context: ${used} tokens` : `Context: ${used} of ${tokensInWords(window)} tokens`;
}

/** What the ring shows, as a sentence. */
function Gauge({ context, model }: { context: Context; model: string }) {
  const { tokens, window } = context;
  const share = window === null ? null : Math.min(1, tokens / window);
  return (
    <>
      {share !== null && (
        <progress
          className={styles.gauge}
          data-full={isNearlyFull(context) || undefined}
          aria-label="Context used"
          value={share}
        />
      )}
      <p className={styles.quiet}>{sentence(context, model)}</p>
    </>
  );
}

function sentence(context: Context, model: string): string {
  const { tokens, window, isEstimate } = context;
  const how = isEstimate ? ' Some of it is estimated.' : ' Counted by the provider.';
  if (window === null) return `How much ${model} can read is not known.${how}`;
  if (isTooLong(context)) {
    const what = tokens > window ? `is more than ${model} can read` : `leaves ${model} no room to answer`;
    return `This ${what}. Drop the oldest messages, or choose another model.`;
  }
  const percent = Math.round((tokens / window) * 100);
  return `The next question fills ${percent < 1 ? 'less than 1' : `about ${percent}`}% of what ${model} can read.${how}`;
}

const radius = 7.5;
const round = 2 * Math.PI * radius;

function Ring({ context }: { context: Context }) {
  const { tokens, window } = context;
  const share = window === null ? 0 : Math.min(1, tokens / window);
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      aria-hidden="true"
      focusable="false"
      className={styles.ring}
      data-full={isNearlyFull(context) || undefined}
    >
      <circle cx="10" cy="10" r={radius} className={styles.track} />
      <circle
        cx="10"
        cy="10"
        r={radius}
        className={styles.filled}
        strokeDasharray={`${Math.max(0.02, share) * round} ${round}`}
        transform="rotate(-90 10 10)"
      />
    </svg>
  );
}
