import { type FormEvent, useEffect, useState } from 'react';
import { useLive } from '../../lib/state/use-live.ts';
import { counted } from '../../lib/text/counts.ts';
import { moneyInWords } from '../../lib/text/money.ts';
import { Button, TextField, toast } from '../../ui/index.ts';
import { ProgressBar } from '../../ui/progress/index.ts';
import { Switch } from '../../ui/switch/index.ts';
import { useRecordListWhole } from '../conversation/index.ts';
import { budgetWords, isBudgetUsedUp, microsOf } from '../usage/budget/index.ts';
import { budgetStatus, setBudget, watchBudget } from '../usage/index.ts';
import styles from './budget-part.module.css';

/** What answers may cost in a month: how much of it is used, and how to change it. */
export function BudgetPart() {
  useEffect(watchBudget, []);
  const status = useLive(budgetStatus, (now) => now);
  const isRead = useRecordListWhole();
  const [form, setForm] = useState<'not-opened' | 'open' | 'closed'>('not-opened');
  if (form === 'open') return <BudgetForm onClose={() => setForm('closed')} />;
  const opening = { autoFocus: form === 'closed', onClick: () => setForm('open') };
  if (!status) {
    // There may be one that has not been read.
    if (!isRead) return null;
    return (
      <div>
        <Button {...opening}>Set a monthly budget</Button>
      </div>
    );
  }
  const { budget, spent } = status;
  return (
    <section className={styles.budget} aria-label="Budget">
      {spent !== null && (
        <ProgressBar
          kind="meter"
          label="Budget used this month"
          share={spent / budget.micros}
          text={budgetWords({ budget, spent })}
        />
      )}
      <div className={styles.row}>
        <p>
          {spent === null
            ? `${moneyInWords(budget.micros / 1_000_000)} a month. How much is used is not known yet. `
            : `${budgetWords({ budget, spent })} used this month. `}
          <span className={styles.quiet}>
            {isBudgetUsedUp(status) && budget.stops
              ? 'No more questions are sent until you raise it or the month ends.'
              : budget.stops
                ? 'Once it is used up, no more questions are sent.'
                : 'From 80 % on there is a line above the text box.'}
          </span>
        </p>
        <Button small {...opening}>
          Change
        </Button>
      </div>
    </section>
  );
}

function BudgetForm({ onClose }: { onClose(): void }) {
  const before = budgetStatus.read()?.budget ?? null;
  const [typed, setTyped] = useState(before ? counted(before.micros / 1_000_000) : '');
  const [stops, setStops] = useState(before?.stops ?? false);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function store(budget: Parameters<typeof setBudget>[0]) {
    setBusy(true);
    try {
      await setBudget(budget);
      onClose();
    } catch {
      toast({ title: 'The budget could not be saved', text: 'Please try again.', tone: 'destructive' });
    }
    setBusy(false);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const micros = microsOf(typed);
    if (micros === null) return setError('Enter an amount in US dollars, such as 20 or 7.50.');
    void store({ micros, stops });
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label="Budget">
      <TextField
        label="Budget for each month, in US dollars"
        hint={`For example ${moneyInWords(20)}. Answers whose price is not known do not count.`}
        error={error}
        inputMode="decimal"
        autoComplete="off"
        autoFocus
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setError(undefined);
        }}
      />
      <Switch
        label="Stop when it is used up"
        hint="No more questions are sent with your keys until you raise it or the month ends. An answer that has begun is finished."
        checked={stops}
        onChange={setStops}
      />
      <div className={styles.buttons}>
        <Button type="submit" tone="accent" busy={isBusy}>
          Save
        </Button>
        <Button onClick={onClose}>Cancel</Button>
        {before && (
          <Button tone="quiet" onClick={() => void store(null)}>
            Remove the budget
          </Button>
        )}
      </div>
    </form>
  );
}
