import { useState } from 'react';
import { useLive } from '../../../lib/state/use-live.ts';
import { Button } from '../../../ui/index.ts';
import { nameOf } from '../../person/index.ts';
import { modelWords } from '../engine/askable-models.ts';
import { namesIn } from '../engine/names.ts';
import { ActButton } from '../list/act-button.tsx';
import type { OtherModelProps } from '../list/turn-parts.ts';
import styles from './other-model.module.css';
import { useAskableModels } from './use-askable-models.ts';

/** The models that can be asked instead of the one that could not answer; nothing where there is no other. */
export function OtherModel({ room, me, turn, onChoose }: OtherModelProps) {
  const [isOpen, setOpen] = useState(false);
  const role = useLive(room, (now) => now.own?.role ?? 'listener');
  const people = useLive(room, (now) => now.people);
  const { models } = useAskableModels(room.presence, { role }, me);
  const tried = turn.segments.at(-1)?.started ?? turn.wants;
  const others = models.filter(
    ({ provider, model }) => provider !== tried?.provider || model !== tried.model,
  );
  if (others.length === 0) return null;
  const names = namesIn(people, me, nameOf);
  return (
    <>
      <Button small aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Other model
      </Button>
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form.
        <div role="group" aria-label="Other models" className={styles.models}>
          {others.map((one) => (
            <ActButton
              key={`${one.provider} ${one.model}`}
              act={() => onChoose({ provider: one.provider, model: one.model })}
            >
              {modelWords(one, names)}
            </ActButton>
          ))}
        </div>
      )}
    </>
  );
}
