import { timeOrDay } from '../../../lib/text/time.ts';
import { TextField } from '../../../ui/index.ts';
import { Select } from '../../../ui/select/index.ts';
import { Switch } from '../../../ui/switch/switch.tsx';
import {
  type LendForm,
  type LendUnit,
  type LentGroup,
  lentToLabels,
  lentToNote,
  unitLabels,
  untilLabels,
  usualAmounts,
} from '../lends/lend-form.ts';
import type { LendOffer, LendTarget } from '../lends/lend-offer.ts';
import { whatTokensAre } from '../lends/lend-words.ts';

interface FieldsProps extends Pick<LendOffer, 'terms' | 'running'> {
  target: LendTarget;
  form: LendForm;
  wrong: Partial<Record<keyof LendForm, string>>;
  change(part: Partial<LendForm>): void;
}

/** Everything that is typed or chosen of a lend, once its unit is known. */
export function LendFields({ form, wrong, change, terms, running, target }: FieldsProps) {
  const isForSelf = target.as === 'lent_to_self';
  const unit = form.unit === 'usd' ? 'US dollars' : 'tokens';
  const until = running?.lend.until;
  const field = (name: 'perTurn' | 'perDay' | 'longest' | 'perPersonPerHour', label: string) => (
    <TextField
      label={label}
      inputMode={name === 'perTurn' || name === 'perDay' ? 'decimal' : 'numeric'}
      value={form[name]}
      error={wrong[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <>
      {!isForSelf && (
        <Select
          label="Who can use it"
          value={form.to}
          hint={lentToNote(form.to, target.space.visibility)}
          choices={Object.entries(lentToLabels(Object.values(target.askers)))}
          onChange={(to) => change({ to: to as LentGroup })}
        />
      )}
      <Switch
        label={isForSelf ? 'Also messages of mine that ask nothing' : 'Also messages that ask nothing'}
        hint="Where the AI answers every message. Otherwise your key answers only what was asked."
        checked={form.everyMessage}
        onChange={(everyMessage) => change({ everyMessage })}
      />
      {terms.price && (
        <Select
          label="Limits in"
          value={form.unit}
          hint={form.unit === 'tokens' && whatTokensAre}
          choices={Object.entries(unitLabels)}
          onChange={(unit) => change({ unit: unit as LendUnit, ...usualAmounts(unit as LendUnit, terms) })}
        />
      )}
      {field('perDay', `Limit per day (${unit})`)}
      {field('perTurn', `Limit per question (${unit})`)}
      <Select
        label="How long"
        value={form.until}
        choices={Object.entries({
          ...(until && { same: `Until ${timeOrDay(new Date(until))}` }),
          ...untilLabels,
        })}
        onChange={(until) => change({ until })}
      />
      {field('longest', 'Longest answer (tokens, about ¾ of a word each)')}
      {field('perPersonPerHour', isForSelf ? 'Questions per hour' : 'Questions per person per hour')}
    </>
  );
}
