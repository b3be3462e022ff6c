import { useId } from 'react';
import type { Candidate } from '../../lib/files/encoding/decode.ts';
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';
import styles from './encoding-choice.module.css';

interface EncodingChoiceProps {
  /** The likeliest first. */
  candidates: readonly Candidate[];
  chosen: Candidate | undefined;
  onChoose(chosen: Candidate): void;
}

/** What a text would say in each encoding. */
export function EncodingChoice({ candidates, chosen, onChoose }: EncodingChoiceProps) {
  const name = useId();
  return (
    <fieldset className={styles.choices}>
      <legend>
        <VisuallyHidden>Encoding</VisuallyHidden>
      </legend>
      {candidates.map((candidate) => (
        <label key={candidate.encoding} className={styles.choice}>
          <input
            type="radio"
            name={name}
            checked={candidate.encoding === chosen?.encoding}
            onChange={() => onChoose(candidate)}
          />
          <span className={styles.preview} dir="auto">
            {candidate.preview}
          </span>
          <span className={styles.label}>{candidate.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
