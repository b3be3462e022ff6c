import { useEffect, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form';
import type { ChallengeHandle } from '../challenge/index.ts';
import { broken, type Rule } from './form-rules.ts';
import { typedBefore } from './typed-before.ts';

interface Guarded<Fields extends FieldValues> {
  defaultValues: DefaultValues<Fields>;
  /** The fields that are no secret: they are stored where the page must be loaded anew for its challenge. */
  plain?: readonly (keyof Fields & string)[];
  /** What to say while the challenge is not solved. */
  unsolved: string;
  /** Hands over what is typed, with the proof of the solved challenge. */
  send(fields: Fields, token: string): Promise<void>;
  /** A rejection of `send` as the sentence to show. */
  refused(error: unknown): string;
}

/**
 * A form that is sent only with a solved challenge. Fields are checked when left, then at every change. A failed
 * submit keeps all that is typed and asks for a new challenge, since the old one is spent.
 */
export function useGuardedForm<Fields extends FieldValues>({
  defaultValues,
  plain = [],
  unsolved,
  send,
  refused,
}: Guarded<Fields>) {
  const [before] = useState(typedBefore.read);
  useEffect(typedBefore.forget, []);
  const form = useForm<Fields>({ defaultValues: { ...defaultValues, ...before }, mode: 'onTouched' });
  const [token, setToken] = useState<string | null>(null);
  const [wasMissed, setMissed] = useState(false);
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const widget = useRef<ChallengeHandle>(null);
  // State is seen at the next render only: a second press may come before.
  const isUnderWay = useRef(false);

  async function submit(fields: Fields) {
    if (isUnderWay.current) return;
    setRefusal(null);
    setMissed(token === null);
    if (token === null) {
      widget.current?.focus();
      return;
    }
    isUnderWay.current = true;
    setSending(true);
    try {
      await send(fields, token);
    } catch (error) {
      setRefusal(refused(error));
      widget.current?.reset();
    } finally {
      isUnderWay.current = false;
      setSending(false);
    }
  }

  /** Before the page is loaded anew: answers whether all that is typed is there again afterwards. */
  function keepTyped(): boolean {
    const typed = Object.entries(form.getValues()).filter(([, text]) => text !== '');
    const stored = typed.filter(([name]) => plain.includes(name));
    return typedBefore.keep(Object.fromEntries(stored)) && stored.length === typed.length;
  }

  return {
    form,
    errors: form.formState.errors,
    isSending,
    refusal,
    isSolved: token !== null,
    onSubmit: form.handleSubmit(submit, () => setMissed(token === null)),
    challenge: {
      widget,
      error: wasMissed && token === null ? unsolved : undefined,
      keepTyped,
      onSolved: (token: string | null | undefined) => setToken(token ?? null),
    },
  };
}

/** Our rules in the form library's terms. */
export const ruled = (rules: readonly Rule[]) => (text: string) => broken(rules, text);
