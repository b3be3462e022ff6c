import { useState } from 'react';
import { OwnInstructions } from '../../conversation/index.ts';
import styles from '../form.module.css';
import { useUnsaved } from '../use-unsaved.tsx';

export function InstructionsSection() {
  const [isLosable, setLosable] = useState(false);
  const question = useUnsaved('your instructions', isLosable);
  return (
    <>
      <OwnInstructions onLosable={setLosable} />
      {question}
      <p className={styles.note}>
        Stored as you write. A folder and a single conversation can add their own; Instructions beside the
        message box shows what applies there.
      </p>
    </>
  );
}
