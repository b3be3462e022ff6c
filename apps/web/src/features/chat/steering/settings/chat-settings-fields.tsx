import { syncLimits } from '@polylogue/sync';
import { useState } from 'react';
import { holdsKey } from '../../../../lib/drafts/saved-keys.ts';
import { counted, typedCount } from '../../../../lib/text/counts.ts';
import { Unsaved } from '../../../../ui/dialog/form-dialog.tsx';
import field from '../../../../ui/field/field.module.css';
import { Field } from '../../../../ui/field/field.tsx';
import { TextField } from '../../../../ui/index.ts';
import { TextArea } from '../../../../ui/text-area/index.ts';
import type { Effort, ModelCatalogue } from '../../../keys/index.ts';

type ModelOptions = ReturnType<ModelCatalogue['modelOptions']>;

interface ChatSettingsFieldProps<Value> {
  value: Value;
  onChange(value: Value): void;
}

export function InstructionsField({ value, onChange }: ChatSettingsFieldProps<string>) {
  /** What was typed and is longer than the account takes; null: nothing. */
  const [tooLong, setTooLong] = useState<string | null>(null);
  const text = tooLong ?? value;
  const most = syncLimits.instructionsLength;

  function take(typed: string) {
    const isTooLong = typed.length > most;
    setTooLong(isTooLong ? typed : null);
    if (!isTooLong) onChange(typed);
  }

  return (
    <>
      <Unsaved when={tooLong !== null} />
      <TextArea
        label="System prompt"
        optional
        hint="What the model is told before your first message: who it is, how it should answer. It is sent with every question in this conversation."
        typed={text.length}
        most={most}
        value={text}
        error={
          holdsKey(text) &&
          'This looks like your API key: it is neither stored nor sent, and will be gone when you reload the page.'
        }
        onChange={({ currentTarget }) => take(currentTarget.value)}
      />
    </>
  );
}

const effortNames: Readonly<Record<Effort, string>> = {
  none: 'None',
  minimal: 'Minimal',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  xhigh: 'Very high',
  max: 'Maximum',
};

export function EffortField({
  offer,
  value,
  onChange,
}: ChatSettingsFieldProps<Effort | null> & { offer: ModelOptions }) {
  const { defaultEffort, efforts } = offer;
  const usual = defaultEffort ? `Default (${effortNames[defaultEffort].toLowerCase()})` : 'Model default';
  // The effort was chosen for another model: this one is asked for the nearest it supports.
  const isForeign = value !== null && !efforts.includes(value);
  return (
    <Field
      label="Reasoning effort"
      hint={
        isForeign
          ? 'This model does not support the effort chosen before; it gets the nearest one it supports.'
          : 'How long it may think before it answers. More is slower, and costs more.'
      }
    >
      {(tied) => (
        <select
          className={field.input}
          {...tied}
          value={value ?? ''}
          onChange={({ currentTarget }) => onChange((currentTarget.value || null) as Effort | null)}
        >
          <option value="">{usual}</option>
          {isForeign && <option value={value}>{effortNames[value]}</option>}
          {efforts.map((effort) => (
            <option key={effort} value={effort}>
              {effortNames[effort]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface NumberFieldProps extends ChatSettingsFieldProps<number | null> {
  label: string;
  hint: string;
  /** Shown when it is not a number in this range. */
  errorText: string;
  least: number;
  most: number;
  step: number;
}

/** A number, or nothing. A number out of range is rejected with an error. */
export function NumberField({
  label,
  hint,
  errorText,
  least,
  most,
  step,
  value,
  onChange,
}: NumberFieldProps) {
  const isWhole = step === 1;
  const written = (number: number) => (isWhole ? counted(number) : String(number));
  const [typed, setTyped] = useState(value === null ? '' : written(value));
  const [isWrong, setWrong] = useState(false);

  function take(text: string, isUnreadable: boolean) {
    setTyped(text);
    const number = isWhole ? typedCount(text) : Number(text);
    const isFine = !isUnreadable && number >= least && number <= most;
    const isEmpty = text.trim() === '' && !isUnreadable;
    setWrong(!isEmpty && !isFine);
    onChange(isEmpty || !isFine ? null : number);
  }

  return (
    <TextField
      // A number field could not show the separators of a long number.
      type={isWhole ? 'text' : 'number'}
      inputMode={isWhole ? 'numeric' : 'decimal'}
      optional
      label={label}
      hint={hint}
      error={isWrong && errorText}
      placeholder="Model default"
      min={least}
      max={most}
      step={step}
      value={typed}
      onBlur={() => value !== null && setTyped(written(value))}
      onChange={({ currentTarget }) => take(currentTarget.value, currentTarget.validity.badInput)}
    />
  );
}
