import { useLazy } from '../../lib/lazy/use-lazy.ts';
import { Button } from '../../ui/index.ts';
import { catalogue, otherHost } from '../keys/index.ts';
import type { ModelRef } from './message.ts';

interface UseCurrentModelProps {
  /** The provider and the missing model. */
  asked: ModelRef;
  onUse(model: string): void;
}

/** Asks again with a model that the provider still offers. Shows nothing for another host that uses its API. */
export function UseCurrentModel({ asked, onUse }: UseCurrentModelProps) {
  const { provider, model, endpoint } = asked;
  const isElsewhere = otherHost({ type: provider, config: { apiKey: '', endpoint, model } }) !== null;
  const current = useLazy(catalogue, !isElsewhere)?.currentModel(provider, model);
  if (!current) return null;
  return (
    <Button small tone="accent" onClick={() => onUse(current)}>
      Use {current} and retry
    </Button>
  );
}
