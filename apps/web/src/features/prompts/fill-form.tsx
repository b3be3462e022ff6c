import { type FormEvent, useState } from 'react';
import { Unsaved } from '../../ui/dialog/form-dialog.tsx';
import { DialogActions } from '../../ui/dialog/index.ts';
import { Button } from '../../ui/index.ts';
import { Select } from '../../ui/select/select.tsx';
import { TextArea } from '../../ui/text-area/index.ts';
import styles from './prompts.module.css';
import { filled, variablesOf } from './template.ts';

/** In characters, of one value. */
const most = 100_000;

/** Asks for the variables of a prompt, then puts it into the box; it is not sent. */
export function FillForm({ text, onWrite }: { text: string; onWrite(text: string): void }) {
  const variables = variablesOf(text);
  const [values, setValues] = useState(() =>
    Object.fromEntries(variables.map(({ name, usual }) => [name, usual])),
  );
  const isChanged = variables.some(({ name, usual }) => values[name] !== usual);

  function write(event: FormEvent) {
    event.preventDefault();
    // To React it is inside the composer, which would send.
    event.stopPropagation();
    onWrite(filled(text, values));
  }

  return (
    <form className={styles.form} onSubmit={write}>
      <Unsaved when={isChanged} />
      {variables.map(({ name, choices }) => {
        const value = values[name] ?? '';
        const change = (value: string) => setValues({ ...values, [name]: value });
        return choices ? (
          <Select
            key={name}
            label={name}
            value={value}
            choices={choices.map((choice) => [choice, choice])}
            onChange={change}
          />
        ) : (
          <TextArea
            key={name}
            label={name}
            typed={value.length}
            most={most}
            value={value}
            onChange={({ currentTarget }) => change(currentTarget.value)}
          />
        );
      })}
      <DialogActions>
        <Button tone="accent" type="submit">
          Put into the message
        </Button>
      </DialogActions>
    </form>
  );
}
