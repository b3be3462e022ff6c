import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Unsaved } from '../../../ui/dialog/form-dialog.tsx';
import { DialogActions } from '../../../ui/dialog/index.ts';
import { Button, Notice } from '../../../ui/index.ts';
import { Select } from '../../../ui/select/index.ts';
import { isLocal, useSavedProviders } from '../../keys/index.ts';
import { QueryResult } from '../../person/index.ts';
import { connectionKey, errorsIn, type LendForm, rememberedForm } from '../lends/lend-form.ts';
import type { LendOffer, LendTarget } from '../lends/lend-offer.ts';
import { tokensNote } from '../lends/lend-words.ts';
import { termsOf } from '../lends/own-connections.ts';
import { nameOfModel } from '../models/model-words.ts';
import styles from './lend-dialog.module.css';
import { LendFields } from './lend-fields.tsx';
import { TellWaiting } from './tell-waiting.tsx';
import { lendOffered, notStored } from './use-lend-offer.ts';

interface FormProps {
  me: string;
  offer: LendOffer;
  target: LendTarget;
  close(): void;
}

/** Everything that can be chosen of a lend. The limits appear once their unit is known. */
export function LendDetails({ offer, ...props }: FormProps) {
  const saved = useSavedProviders();
  const models = saved.some((one) => connectionKey(one) === connectionKey(offer.chosen))
    ? saved
    : [offer.chosen, ...saved];
  const [key, setKey] = useState(connectionKey(offer.chosen));
  const chosen = models.find((one) => connectionKey(one) === key) ?? offer.chosen;
  const query = useQuery({ queryKey: ['terms', key], queryFn: () => termsOf(chosen) });
  /** What is typed stays when another model is chosen, as far as it goes with that. */
  const [form, setForm] = useState(offer.form);
  const isForSelf = props.target.as === 'lent_to_self';
  return (
    <div className={styles.form}>
      <Unsaved when={String(Object.values(form)) !== String(Object.values(offer.form))} />
      <Select
        autoFocus
        label="Model"
        value={key}
        choices={models.map((one) => [
          connectionKey(one),
          `${one.name} · ${nameOfModel(one.provider, one.model)}`,
        ])}
        hint={placeNote(chosen)}
        onChange={setKey}
      />
      <QueryResult query={query} waiting="Loading the price" failed="The price could not be loaded">
        {(terms) =>
          terms.isBounded ? (
            <Limits
              key={key}
              {...props}
              offer={{ ...offer, chosen, terms, form: rememberedForm(form, terms) }}
              onChange={setForm}
            />
          ) : (
            <Notice tone="bad" title={isForSelf ? 'This model has no limits' : 'This model cannot be lent'}>
              Its thinking may not count towards the limit of an answer, so a question could cost more than
              you allow. Choose another model.
            </Notice>
          )
        }
      </QueryResult>
    </div>
  );
}

/** What an address among the names of models is. */
function placeNote({ name, origin }: LendOffer['chosen']): string | undefined {
  if (URL.parse(origin)?.host !== name) return undefined;
  return isLocal(origin)
    ? `${name} is a server on your device or in your network. Others reach it through this page alone.`
    : `${name} is a server that you have chosen yourself. Others reach it through this page alone.`;
}

function Limits({ me, offer, target, close, onChange }: FormProps & { onChange(form: LendForm): void }) {
  const { chosen, terms, form, spent, running } = offer;
  const model = nameOfModel(chosen.provider, chosen.model);
  const [isChecked, setChecked] = useState(false);
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const errors = () => errorsIn(form, { model, price: terms.price, spent });
  const wrong = isChecked ? errors() : {};
  const change = (part: Partial<LendForm>) => onChange({ ...form, ...part });

  async function send(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (isBusy || Object.keys(errors()).length > 0) return;
    setBusy(true);
    try {
      await lendOffered(me, offer, target);
      close();
    } catch {
      setError(notStored);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={styles.form} noValidate onSubmit={send}>
      <LendFields {...{ form, wrong, change, terms, running, target }} />
      {terms.price === null && <p className={styles.note}>{tokensNote(model)}</p>}
      {error && (
        <Notice tone="bad" title="Your key is not lent">
          {error}
        </Notice>
      )}
      {target.as === 'lent' && <TellWaiting space_id={target.space.space_id} />}
      <DialogActions>
        <Button disabled={isBusy} onClick={close}>
          Cancel
        </Button>
        <Button type="submit" tone="accent" busy={isBusy}>
          {running ? 'Save changes' : target.as === 'lent' ? 'Lend' : 'Turn on'}
        </Button>
      </DialogActions>
    </form>
  );
}
