import { useEffect, useRef, useState } from 'react';
import { type DefaultValues, type FieldPath, type FieldValues, useForm } from 'react-hook-form';
import { retryAfterSignIn, useAccount } from '../../account/index.ts';
import { isRefused, isUnanswered, reasonOf } from '../../person/index.ts';

interface SecretForm<Fields extends FieldValues> {
  defaultValues: DefaultValues<Fields>;
  /** The field for the current password. */
  proof: FieldPath<Fields>;
  send(fields: Fields): Promise<void>;
  /** What to add when it is called wrong, and an attempt before may have changed it. */
  ifChanged?: string;
}

/** A form that includes the current password. After a failed submit what was typed stays. */
export function useSecretForm<Fields extends FieldValues>({
  defaultValues,
  proof,
  send,
  ifChanged,
}: SecretForm<Fields>) {
  const form = useForm<Fields>({ defaultValues, mode: 'onTouched' });
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const wasUnanswered = useRef(false);
  const underWay = useRef<AbortController | null>(null);
  // A submit waiting for a sign-in can be cancelled; one on its way to the server cannot.
  const isWaiting = useAccount().type === 'interrupted';
  useEffect(() => () => underWay.current?.abort(), []);

  async function submit(fields: Fields) {
    if (underWay.current) return;
    const sending = new AbortController();
    underWay.current = sending;
    setSending(true);
    setFailure(undefined);
    try {
      await retryAfterSignIn(() => send(fields), sending.signal);
      form.reset();
    } catch (error) {
      if (isRefused(error, 403)) {
        const hint = wasUnanswered.current && ifChanged ? ` ${ifChanged}` : '';
        form.setError(proof, { message: reasonOf(error) + hint }, { shouldFocus: true });
      } else setFailure(error);
      wasUnanswered.current ||= isUnanswered(error);
    } finally {
      underWay.current = null;
      setSending(false);
    }
  }

  return {
    form,
    errors: form.formState.errors,
    isDirty: form.formState.isDirty,
    isSending,
    canCancel: !isSending || isWaiting,
    failure,
    onSubmit: form.handleSubmit(submit),
  };
}
