import { useLive } from '../../../lib/state/use-live.ts';
import { Switch } from '../../../ui/switch/index.ts';
import type { Conversation } from '../conversation.ts';

/** Whether the conversation that has not begun will be stored. */
export function TemporarySwitch({ temporary }: Pick<Conversation, 'temporary'>) {
  const isOn = useLive(temporary, (now) => now);
  return <Switch label="Temporary" isInline checked={isOn} onChange={temporary.dispatch} />;
}
