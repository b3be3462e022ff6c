import type { WantedModel } from '../../post/outbox.ts';
import { type AskableModel, modelWords } from '../engine/askable-models.ts';
import type { Names } from '../engine/names.ts';
import styles from './before-turn.module.css';

interface ModelChoiceProps {
  models: readonly AskableModel[];
  wanted: WantedModel | null;
  names: Names;
  onChoose(model: WantedModel | null): void;
}

const keyOf = ({ provider, model }: WantedModel) => `${provider} ${model}`;

export function ModelChoice({ models, wanted, names, onChoose }: ModelChoiceProps) {
  const [first] = models;
  // One's own chosen connection answers unless another model is chosen.
  const usual = first?.isOwn ? first : null;
  return (
    <label className={styles.model}>
      Model
      <select
        value={wanted ? keyOf(wanted) : ''}
        onChange={({ currentTarget: { value } }) =>
          onChoose(models.find((model) => keyOf(model) === value) ?? null)
        }
      >
        <option value="">{usual ? modelWords(usual, names) : 'Any lent model'}</option>
        {models
          .filter((model) => model !== usual)
          .map((model) => (
            <option key={keyOf(model)} value={keyOf(model)}>
              {modelWords(model, names)}
            </option>
          ))}
      </select>
    </label>
  );
}
