import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import {
  afterFormEvent,
  type FieldErrors,
  type FieldName,
  type FormEvent,
  type FormState,
  typedFields,
  untouched,
} from './form-state.ts';
import type { Fields } from './initial-fields.ts';

/** The state of the form and its inputs. `onTyped` is called at every change. */
export function useFields(
  initial: () => Fields,
  errorsIn: (values: Fields) => FieldErrors,
  onTyped: (values: Fields) => void,
) {
  const [state, setState] = useState<FormState>(() => untouched(initial()));
  // For handlers that change something and go on with it, before the next render.
  const latest = useRef(state);
  const inputs: Record<FieldName, RefObject<HTMLInputElement | null>> = {
    apiKey: useRef(null),
    endpoint: useRef(null),
    model: useRef(null),
  };

  useLayoutEffect(() => {
    // React would also write a `value` into the page's HTML, where a key has no place.
    for (const name of ['apiKey', 'endpoint'] as const) {
      const input = inputs[name].current;
      if (input && input.value !== state.values[name]) input.value = state.values[name];
    }
  });

  function dispatch(event: FormEvent) {
    const { values } = latest.current;
    latest.current = afterFormEvent(latest.current, event, errorsIn);
    if (latest.current.values !== values) onTyped(latest.current.values);
    setState(latest.current);
  }

  const focus = (name: FieldName) => inputs[name].current?.focus();

  /** Puts the cursor into the first wrong one of these fields; returns whether there is none. */
  function areRight(names: readonly FieldName[]): boolean {
    const wrong = names.find((name) => latest.current.errors[name]);
    if (wrong) focus(wrong);
    return wrong === undefined;
  }

  return {
    values: state.values,
    errors: state.errors,
    corrected: state.corrected,
    inputs,
    /** The values right now. */
    now: () => latest.current.values,
    focus,
    change: (changes: Partial<Fields>) => dispatch({ type: 'changed', changes }),
    endpointCorrected: (from: string | null) => dispatch({ type: 'endpoint-corrected', from }),
    reset: (values: Fields) => dispatch({ type: 'reset', values }),
    /** Shows what is wrong with these fields. */
    check: (names: readonly FieldName[] = typedFields) => dispatch({ type: 'checked', names }),
    areRight,
    submit(): boolean {
      dispatch({ type: 'submitted' });
      return areRight(typedFields);
    },
  };
}
