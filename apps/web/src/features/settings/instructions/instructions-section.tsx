import { OwnInstructions } from '../../conversation/index.ts';
import styles from '../form.module.css';

export function InstructionsSection() {
  return (
    <>
      <OwnInstructions />
      <p className={styles.note}>
        Stored as you write. A folder and a single chat can add their own; Instructions beside the message box
        shows what applies there.
      </p>
    </>
  );
}
