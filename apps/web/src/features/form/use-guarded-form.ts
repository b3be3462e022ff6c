import { useEffect, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form';
import { formDraft } from '../../lib/drafts/form-draft.ts';
import { tabStorage } from '../../lib/state/storage.ts';
import type { ChallengeHandle } from '../challenge/index.ts';
import { isUnanswered } from '../person/index.ts';
import { type Rule, ruleError } from './form-rules.ts';

/** What was typed into a form before its page was reloaded. */
const typedBefore = formDraft(tabStorage, 'polylogue.typed_form');

interface Guarded<Fields extends FieldValues> {
  defaultValues: DefaultValues<Fields>;
  /** The fields that are not secret: they are stored when the page must be reloaded for its challenge. */
  plain?: readonly (keyof Fields & string)[];
  /** What to say while the challenge is not solved. */
  unsolved: string;
  /** Sends what is typed, with the proof of the solved challenge. */
  send(fields: Fields, token: string): Promise<void>;
  /** Turns a rejection of `send` into the sentence to show. */
  refused(error: unknown): string;
}

/**
 * A form that is sent only with a solved challenge. Fields are checked when left, then at every change. After a failed
 * submit everything typed stays, and a new challenge is asked for, since the old one is used up.
 */
export function useGuardedForm<Fields extends FieldValues>({
  defaultValues,
  plain = [],
  unsolved,
  send,
  refused,
}: Guarded<Fields>) {
  const [before] = useState(() => typedBefore.read(location.pathname));
  useEffect(() => void typedBefore.write(location.pathname, {}), []);
  const form = useForm<Fields>({ defaultValues: { ...defaultValues, ...before }, mode: 'onTouched' });
  const [token, setToken] = useState<string | null>(null);
  const [wasMissed, setMissed] = useState(false);
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const wasUnanswered = useRef(false);
  const [mayBeDone, setMayBeDone] = useState(false);
  const widget = useRef<ChallengeHandle>(null);
  // State changes only show at the next render: a second press may come before that.
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
      const isLost = isUnanswered(error);
      setMayBeDone(wasUnanswered.current && !isLost);
      wasUnanswered.current ||= isLost;
      widget.current?.reset();
    } finally {
      isUnderWay.current = false;
      setSending(false);
    }
  }

  /** Called before the page is reloaded: returns whether everything typed will be restored afterwards. */
  function storeTyped(): boolean {
    const typed = Object.entries(form.getValues()).filter(([, text]) => text !== '');
    const stored = typed.filter(([name]) => plain.includes(name));
    const isStored = typedBefore.write(location.pathname, Object.fromEntries(stored));
    return isStored && stored.length === typed.length;
  }

  return {
    form,
    errors: form.formState.errors,
    isSending,
    refusal,
    /** It was refused, and no answer came to an earlier attempt: that one may be why. */
    mayBeDone,
    isSolved: token !== null,
    onSubmit: form.handleSubmit(submit, () => setMissed(token === null)),
    challenge: {
      widget,
      error: wasMissed && token === null ? unsolved : undefined,
      storeTyped,
      onSolved: (token: string | null | undefined) => setToken(token ?? null),
    },
  };
}

/** Our rules in the form library's terms. */
export const validatorFor = (rules: readonly Rule[]) => (text: string) => ruleError(rules, text);
