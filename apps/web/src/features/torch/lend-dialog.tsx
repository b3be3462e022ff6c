import type { Space } from '@polylogue/contract';
import type { TokenPrice } from '@polylogue/sync/turns';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { serverNow } from '../../api/index.ts';
import { FormDialog, Unsaved } from '../../ui/dialog/form-dialog.tsx';
import { DialogActions, DialogTitle } from '../../ui/dialog/index.ts';
import { Button, Notice, Snake, TextField, toast } from '../../ui/index.ts';
import { Select } from '../../ui/select/index.ts';
import { connectRequested } from '../account/index.ts';
import type { SavedProvider } from '../keys/index.ts';
import { useSavedProviders } from '../keys/index.ts';
import styles from './lend-dialog.module.css';
import {
  connectionKey,
  defaultForm,
  errorsIn,
  forSelf,
  type LendForm,
  type LentGroup,
  lentToLabels,
  lentToNote,
  newLend,
  untilLabels,
} from './new-lend.ts';
import { termsOf, torchOf } from './wiring.ts';

interface LendDialogProps {
  space: Pick<Space, 'space_id' | 'name' | 'visibility'>;
  me: string;
  /** Who asked the questions that it is lent on, by id their names. */
  askers?: Readonly<Record<string, string>>;
  /** Nothing is lent: this browser answers what its person asks on other devices. */
  isForSelf?: boolean;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** How much of the member's own key others in a space may use, and for how long. */
export function LendDialog({
  space,
  me,
  askers = {},
  isForSelf = false,
  open,
  onOpenChange,
}: LendDialogProps) {
  const saved = useSavedProviders();
  const [first] = saved;
  const close = () => onOpenChange(false);
  return (
    <FormDialog open={open} onOpenChange={onOpenChange}>
      <DialogTitle>
        {isForSelf ? `Answer your questions in ${space.name}` : `Lend your key to ${space.name}`}
      </DialogTitle>
      {first ? <Form {...{ space, me, askers, isForSelf, saved, first, close }} /> : <NoKey close={close} />}
    </FormDialog>
  );
}

function NoKey({ close }: { close(): void }) {
  return (
    <>
      <p>You have no key saved in this browser yet. Connect a model first; the key stays in this browser.</p>
      <DialogActions>
        <Button onClick={close}>Cancel</Button>
        <Button
          tone="accent"
          onClick={() => {
            close();
            connectRequested.dispatch(true);
          }}
        >
          Connect a model
        </Button>
      </DialogActions>
    </>
  );
}

interface FormProps extends Required<Pick<LendDialogProps, 'space' | 'me' | 'askers' | 'isForSelf'>> {
  saved: readonly SavedProvider[];
  first: SavedProvider;
  close(): void;
}

/** The limits appear once their unit is known. */
function Form({ saved, first, ...props }: FormProps) {
  const [key, setKey] = useState(connectionKey(first));
  const chosen = saved.find((one) => connectionKey(one) === key) ?? first;
  const { data: terms, isPending } = useQuery({ queryKey: ['terms', key], queryFn: () => termsOf(chosen) });
  return (
    <div className={styles.form}>
      {props.isForSelf ? (
        <p>
          This browser answers what you ask on other devices, even ones without a key. Your key never leaves
          this browser, and answers only while the app is open in it.
        </p>
      ) : (
        <p>
          Your browser sends others’ questions to your provider, and passes the answers on. Your key never
          leaves this browser, and works for others only while the app is open in it.
        </p>
      )}
      <Select
        label="Model"
        value={key}
        choices={Object.fromEntries(saved.map((one) => [connectionKey(one), one.label]))}
        onChange={setKey}
      />
      {isPending && <Snake size={24} label="Loading the price" />}
      {terms && !terms.isBounded && (
        <Notice tone="bad" title={props.isForSelf ? 'This model has no limits' : 'This model cannot be lent'}>
          Its thinking may not count towards the limit of an answer, so a question could cost more than you
          allow. Choose another model.
        </Notice>
      )}
      {terms?.isBounded && <Limits key={key} {...props} chosen={chosen} terms={terms} />}
    </div>
  );
}

interface LimitsProps extends Pick<FormProps, 'space' | 'me' | 'askers' | 'isForSelf' | 'close'> {
  chosen: SavedProvider;
  terms: { price: TokenPrice | null; longest: number };
}

function Limits({ space, me, askers, isForSelf, chosen, terms: { price, longest }, close }: LimitsProps) {
  const [form, setForm] = useState(() => defaultForm(space.visibility, price !== null, longest));
  const entered = String(Object.values(form));
  const [enteredFirst] = useState(entered);
  const [isChecked, setChecked] = useState(false);
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const wrong = isChecked ? errorsIn(form) : {};
  const unit = price ? 'US dollars' : 'tokens';
  const change = (part: Partial<LendForm>) => setForm({ ...form, ...part });

  async function send(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (isBusy || Object.keys(errorsIn(form)).length > 0) return;
    setBusy(true);
    try {
      const made = newLend(form, space, chosen, price, Date.now(), Object.keys(askers));
      // Others compare this time with the server's clock. The limits themselves never depend on it.
      const own = { ...(isForSelf ? forSelf(made, me) : made), lent_at: serverNow() };
      await torchOf(me).lend(own, isForSelf ? 'lent_to_self' : 'lent');
      toast({
        title: isForSelf
          ? `Your key answers your questions in ${space.name}`
          : `You are lending ${chosen.name} to ${space.name}`,
      });
      close();
    } catch {
      setError(
        'This browser does not let the app store what is spent, so nothing can be lent. A private window may be the reason.',
      );
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={styles.form} noValidate onSubmit={send}>
      <Unsaved when={entered !== enteredFirst} />
      {!isForSelf && (
        <Select
          label="Who can use it"
          value={form.to}
          hint={lentToNote(form.to, space.visibility)}
          choices={lentToLabels(Object.values(askers))}
          onChange={(to) => change({ to: to as LentGroup })}
        />
      )}
      <Select
        label="How long"
        value={form.until}
        choices={untilLabels}
        onChange={(until) => change({ until })}
      />
      <TextField
        label={`Limit per question (${unit})`}
        inputMode="decimal"
        value={form.perTurn}
        error={wrong.perTurn}
        onChange={(event) => change({ perTurn: event.currentTarget.value })}
      />
      <TextField
        label={`Limit per day (${unit})`}
        inputMode="decimal"
        value={form.perDay}
        error={wrong.perDay}
        onChange={(event) => change({ perDay: event.currentTarget.value })}
      />
      <TextField
        label="Longest answer (tokens)"
        inputMode="numeric"
        value={form.longest}
        error={wrong.longest}
        onChange={(event) => change({ longest: event.currentTarget.value })}
      />
      <TextField
        label={isForSelf ? 'Questions per hour' : 'Questions per person per hour'}
        inputMode="numeric"
        value={form.perPersonPerHour}
        error={wrong.perPersonPerHour}
        onChange={(event) => change({ perPersonPerHour: event.currentTarget.value })}
      />
      {!price && (
        <p className={styles.note}>No price is known for this model, so the limits are in tokens.</p>
      )}
      {error && (
        <Notice tone="bad" title={isForSelf ? 'Your key does not answer' : 'Your key is not lent'}>
          {error}
        </Notice>
      )}
      <DialogActions>
        <Button disabled={isBusy} onClick={close}>
          Cancel
        </Button>
        <Button type="submit" tone="accent" busy={isBusy}>
          {isForSelf ? 'Turn on' : 'Lend'}
        </Button>
      </DialogActions>
    </form>
  );
}
