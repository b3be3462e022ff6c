import type { Me } from '@polylogue/contract';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { formDraft } from '../../../lib/drafts/form-draft.ts';
import { tabStorage } from '../../../lib/state/storage.ts';
import { retryAfterSignIn } from '../../account/index.ts';
import { isRefused, updateMe } from '../../person/index.ts';
import { changeOf, fieldNames, fieldsOf, type ProfileField, type ProfileFields } from './fields.ts';

const draft = formDraft(tabStorage, 'polylogue.typed.profile');

/** The profile while it is edited: stored in this tab until it is saved, and never overwritten by updates in the meantime. */
export function useProfileForm(me: Me, onSaved: (me: Me) => void) {
  const [before] = useState(() => draft.read(me.user_id));
  const [isRestored, setRestored] = useState(Object.keys(before).length > 0);
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const isUnderWay = useRef(false);
  const form = useForm<ProfileFields>({ defaultValues: fieldsOf(me), mode: 'onTouched' });
  const { dirtyFields, isDirty } = form.formState;

  const changed = () => fieldNames.filter((name) => dirtyFields[name]);

  /** Sets the saved values; `stays` decides which typed texts survive. */
  function rebase(saved: ProfileFields, stays: (name: ProfileField, typed: string) => boolean) {
    const typed = form.getValues();
    form.reset(saved);
    for (const name of fieldNames) {
      if (stays(name, typed[name])) form.setValue(name, typed[name], { shouldDirty: true });
    }
  }

  const restore = useEffectEvent(() => {
    for (const name of fieldNames) {
      const typed = before[name];
      if (typed !== undefined) form.setValue(name, typed, { shouldDirty: true, shouldValidate: true });
    }
  });
  useEffect(() => restore(), []);

  // Another tab or page has changed the profile.
  const follow = useEffectEvent(() => {
    const dirty = new Set(changed());
    rebase(fieldsOf(me), (name) => dirty.has(name));
  });
  const known = useRef(me.updated_at);
  useEffect(() => {
    if (known.current === me.updated_at) return;
    known.current = me.updated_at;
    // What is being saved here is applied when that is done.
    if (!isUnderWay.current) follow();
  }, [me.updated_at]);

  // After every change: a tab may be closed without warning.
  const storeDraft = useEffectEvent(() => {
    const typed = form.getValues();
    const saved = form.formState.defaultValues ?? {};
    const unsaved = fieldNames.filter((name) => typed[name] !== saved[name]);
    draft.write(me.user_id, Object.fromEntries(unsaved.map((name) => [name, typed[name]])));
  });
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => storeDraft() }), [form]);

  async function save(typed: ProfileFields) {
    if (isUnderWay.current) return;
    const change = changeOf(typed, changed());
    if (Object.keys(change).length === 0) return;
    isUnderWay.current = true;
    setSaving(true);
    setFailure(undefined);
    try {
      const saved = await retryAfterSignIn(() => updateMe(change));
      // What was typed during the save is not saved yet.
      rebase(fieldsOf(saved), (name, now) => now !== typed[name]);
      storeDraft();
      setRestored(false);
      onSaved(saved);
    } catch (error) {
      if (isRefused(error, 409)) {
        form.setError('username', { message: 'This username is taken' }, { shouldFocus: true });
      } else setFailure(error);
    } finally {
      isUnderWay.current = false;
      setSaving(false);
    }
  }

  function startOver() {
    draft.write(me.user_id, {});
    setRestored(false);
    setFailure(undefined);
    form.reset(fieldsOf(me));
  }

  return {
    form,
    errors: form.formState.errors,
    isDirty,
    isRestored,
    isSaving,
    failure,
    onSubmit: form.handleSubmit(save),
    startOver,
    /** Discards what was typed, as the page is left. */
    giveUp: () => draft.write(me.user_id, {}),
    /** Whether what was typed would be there again. */
    isKept: () => Object.keys(draft.read(me.user_id)).length > 0,
  };
}
