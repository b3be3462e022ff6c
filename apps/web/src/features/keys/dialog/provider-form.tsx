import type { ProviderName, ProviderSetting } from '@polylogue/providers';
import { modelsOf } from '@polylogue/providers/known-models';
import { retirementNote, retirementOf } from '@polylogue/providers/retirement';
import { useEffect } from 'react';
import { Controller, type Resolver, useForm, useWatch } from 'react-hook-form';
import { Combobox } from '../../../ui/combobox/index.ts';
import { DialogActions } from '../../../ui/dialog/index.ts';
import { Button, MaskedField, TextField } from '../../../ui/index.ts';
import { providerOf } from '../catalog.ts';
import { settings } from '../room.ts';
import { beginning, boundKey, type Fields, keyBeside } from './beginning.ts';
import styles from './configuration.module.css';
import { type Drafts, differ } from './drafts.ts';
import { ForgetKey } from './forget-key.tsx';
import { checked } from './form-rules.ts';
import { listedAt, useKeyTest } from './key-test.ts';
import { KeyTestResult } from './key-test-result.tsx';
import { endpointWarning, keyHint, keyPage, keyPromise, suggestions } from './words.ts';

interface ProviderFormProps {
  provider: ProviderName;
  drafts: Drafts;
  onSave(setting: ProviderSetting): void;
}

/** Key, endpoint and model of one provider. What is typed is kept in `drafts` until it is saved. */
export function ProviderForm({ provider, drafts, onSave }: ProviderFormProps) {
  const began = () => beginning(settings, provider);
  const {
    control,
    register,
    handleSubmit,
    setValue,
    setFocus,
    getValues,
    trigger,
    reset,
    subscribe,
    formState,
  } = useForm<Fields>({
    defaultValues: drafts.of(provider) ?? began(),
    resolver: resolverOf(provider),
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  });
  const { errors, isSubmitted } = formState;
  const typed = useWatch({ control }) as Fields;
  const { test, start, stop } = useKeyTest();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is made anew for each provider
  useEffect(() => {
    const stopKeeping = subscribe({
      formState: { values: true },
      callback: ({ values }) => drafts.keep(provider, values, began()),
    });
    // Somebody else saved: follow, unless something is typed here.
    const stopFollowing = settings.listen(() => {
      if (!drafts.of(provider) && differ(getValues(), began())) reset(began());
    });
    return () => {
      stopKeeping();
      stopFollowing();
    };
  }, []);

  const bound = boundKey(settings, provider);
  const setting: ProviderSetting = {
    type: provider,
    config: { apiKey: typed.apiKey, endpoint: typed.endpoint, model: typed.model },
  };
  const listed = listedAt(setting);
  const retirement = retirementOf(provider, typed.model);
  const note = retirementNote(provider, typed.model, new Date());
  const warning = endpointWarning(typed.endpoint, typed.apiKey, location.protocol);
  const hint = keyHint(typed.endpoint, typed.keyFrom, bound);
  const page = keyPage(provider, typed.endpoint);
  const isTesting = test !== null && test.listing === null;
  const isCurrent =
    test?.tried.config.apiKey === typed.apiKey.trim() && test.tried.config.endpoint === typed.endpoint.trim();

  function put(key: Pick<Fields, 'apiKey' | 'keyFrom'>) {
    setValue('keyFrom', key.keyFrom);
    setValue('apiKey', key.apiKey, { shouldValidate: isSubmitted });
  }

  function endpointChanged(endpoint: string) {
    const now = getValues();
    const next = keyBeside(endpoint, now, boundKey(settings, provider));
    if (next !== now) put(next);
  }

  async function testKey() {
    if (!(await trigger(['apiKey', 'endpoint'], { shouldFocus: true }))) return;
    const { apiKey, endpoint, model } = getValues();
    void start({
      type: provider,
      config: { apiKey: apiKey.trim(), endpoint: endpoint.trim(), model: model.trim() },
    });
  }

  function replaceModel(model: string) {
    setValue('model', model, { shouldValidate: isSubmitted });
    setFocus('model');
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={handleSubmit((saved) => onSave(settingOf(provider, saved)))}
    >
      <MaskedField
        label="API Key"
        secret="API key"
        placeholder={providerOf(provider).keyLooksLike}
        error={errors.apiKey?.message}
        hint={
          <>
            {hint && <span className={styles.line}>{hint}</span>}
            <span className={styles.line}>{keyPromise(typed.endpoint)}</span>
          </>
        }
        {...register('apiKey', { onChange: () => setValue('keyFrom', 'typed') })}
      />
      {page && (
        <a className={styles.page} href={page} target="_blank" rel="noopener noreferrer">
          Get a key from {providerOf(provider).company}
        </a>
      )}
      <TextField
        label="API Endpoint"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.endpoint?.message}
        hint={warning && <span className={styles.warning}>{warning}</span>}
        {...register('endpoint', { onChange: (event) => endpointChanged(event.target.value) })}
      />
      <div className={styles.test}>
        {isTesting ? (
          <Button small onClick={stop}>
            Cancel the test
          </Button>
        ) : (
          <Button small onClick={testKey}>
            Test key
          </Button>
        )}
        <div role="status" className={styles.result}>
          {isTesting && 'Asking for the list of models…'}
          {test?.listing && isCurrent && (
            <KeyTestResult provider={provider} endpoint={typed.endpoint} listing={test.listing} />
          )}
        </div>
      </div>
      <Controller
        control={control}
        name="model"
        render={({ field }) => (
          <Combobox
            label="Model Name"
            {...field}
            suggestions={suggestions(listed, modelsOf(provider))}
            error={errors.model?.message}
            hint={note}
          />
        )}
      />
      {retirement && (
        <Button small className={styles.replace} onClick={() => replaceModel(retirement.replacement)}>
          Use {retirement.replacement}
        </Button>
      )}
      <ForgetKey
        provider={provider}
        isSaved={bound !== null}
        onForgotten={() => {
          put({ apiKey: '', keyFrom: 'saved' });
          setFocus('apiKey');
        }}
      />
      <DialogActions>
        <Button type="submit" tone="accent">
          Save Changes
        </Button>
      </DialogActions>
    </form>
  );
}

function settingOf(type: ProviderName, { apiKey, endpoint, model }: Fields): ProviderSetting {
  return { type, config: { apiKey, endpoint, model } };
}

/** Our rules in the form library's terms. */
const resolverOf =
  (type: ProviderName): Resolver<Fields> =>
  ({ keyFrom, ...typed }) => {
    const result = checked({ type, ...typed });
    if (result.ok) return { values: { ...result.saved, keyFrom }, errors: {} };
    const errors = Object.entries(result.wrong).map(([name, message]) => [name, { type: 'rule', message }]);
    return { values: {}, errors: Object.fromEntries(errors) };
  };
