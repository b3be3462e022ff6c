import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { Button } from '../../ui/index.ts';
import { orToast } from '../person/index.ts';
import styles from './spaces-page.module.css';

/** Part of the page of all spaces. */
export function TitledSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** From this many on, a list is worth filtering. */
export const many = 8;

interface RowButtonProps extends ComponentProps<typeof Button> {
  act(): Promise<unknown>;
  /** What the toast then says. */
  done: string;
}

/** Takes its row out of the list: it stays busy until the row is gone, unless that fails. */
export function RowButton({ act, done, ...rest }: RowButtonProps) {
  const [isBusy, setBusy] = useState(false);

  function press() {
    setBusy(true);
    const acted = act().catch((error) => {
      setBusy(false);
      throw error;
    });
    void orToast(acted, done);
  }

  return <Button small busy={isBusy} onClick={press} {...rest} />;
}
