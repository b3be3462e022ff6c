import { useRef, useState } from 'react';
import { type DefaultValues, type FieldPath, type FieldValues, useForm } from 'react-hook-form';
import { acrossSignIn } from '../../account/index.ts';
import { isRefused, reasonOf } from '../../person/index.ts';

interface SecretForm<Fields extends FieldValues> {
  defaultValues: DefaultValues<Fields>;
  /** Where the present password is typed. */
  proof: FieldPath<Fields>;
  send(fields: Fields): Promise<void>;
}

/** A form that the present password is part of. A failed submit keeps what is typed. */
export function useSecretForm<Fields extends FieldValues>({
  defaultValues,
  proof,
  send,
}: SecretForm<Fields>) {
  const form = useForm<Fields>({ defaultValues, mode: 'onTouched' });
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const isUnderWay = useRef(false);

  async function submit(fields: Fields) {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setSending(true);
    setFailure(undefined);
    try {
      await acrossSignIn(() => send(fields));
      form.reset();
    } catch (error) {
      if (isRefused(error, 403)) form.setError(proof, { message: reasonOf(error) }, { shouldFocus: true });
      else setFailure(error);
    } finally {
      isUnderWay.current = false;
      setSending(false);
    }
  }

  return {
    form,
    errors: form.formState.errors,
    isDirty: form.formState.isDirty,
    isSending,
    failure,
    onSubmit: form.handleSubmit(submit),
  };
}
