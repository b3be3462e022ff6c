import type { Saved } from './form-rules.ts';
import type { Fields } from './initial-fields.ts';

export const typedFields = ['apiKey', 'endpoint', 'model'] as const satisfies (keyof Saved)[];
export type FieldName = (typeof typedFields)[number];

/** What is wrong with each field, as a sentence. */
export type FieldErrors = Partial<Record<FieldName, string>>;

/** A form being filled in. */
export interface FormState {
  values: Fields;
  /** The errors shown. */
  errors: FieldErrors;
  isSubmitted: boolean;
  /** The address as it was typed, if it was corrected. */
  corrected: string | null;
}

export type FormEvent =
  | { type: 'changed'; changes: Partial<Fields> }
  /** These fields are to say what is wrong with them. */
  | { type: 'checked'; names: readonly FieldName[] }
  | { type: 'submitted' }
  /** `from`: as it was typed; null once another is typed. */
  | { type: 'endpoint-corrected'; from: string | null }
  | { type: 'reset'; values: Fields };

export const untouched = (values: Fields): FormState => ({
  values,
  errors: {},
  isSubmitted: false,
  corrected: null,
});

/** All fields are checked at submit; then, like any field with an error before, each at every change of its own. */
export function afterFormEvent(
  state: FormState,
  event: FormEvent,
  errorsIn: (values: Fields) => FieldErrors,
): FormState {
  const { values, errors, isSubmitted } = state;
  switch (event.type) {
    case 'changed': {
      const next = { ...values, ...event.changes };
      const due = typedFields.filter((name) => name in event.changes && (isSubmitted || errors[name]));
      return { ...state, values: next, errors: checkedAgain(errors, due, errorsIn(next)) };
    }
    case 'checked':
      return { ...state, errors: checkedAgain(errors, event.names, errorsIn(values)) };
    case 'submitted':
      return { ...state, errors: errorsIn(values), isSubmitted: true };
    case 'endpoint-corrected':
      return { ...state, corrected: event.from };
    case 'reset':
      return untouched(event.values);
  }
}

function checkedAgain(shown: FieldErrors, names: readonly FieldName[], found: FieldErrors): FieldErrors {
  const errors = typedFields.map((name) => [name, (names.includes(name) ? found : shown)[name]]);
  return Object.fromEntries(errors.filter(([, error]) => error !== undefined));
}
