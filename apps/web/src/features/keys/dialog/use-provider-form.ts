import type { ProviderName, ProviderSetting } from '@polylogue/providers';
import { useEffect, useState } from 'react';
import { type Resolver, useForm, useWatch } from 'react-hook-form';
import { endpointUrl, isLocal, isOwnHost } from '../endpoint.ts';
import { providerOfPasted } from '../key-form.ts';
import { listedAt } from '../listed.ts';
import { isNoKey } from '../setting.ts';
import { settings } from '../wiring.ts';
import { correctedEndpoint } from './corrected-endpoint.ts';
import { type Drafts, differ } from './drafts.ts';
import { checked } from './form-rules.ts';
import { boundKey, type Fields, initialFields, keyForEndpoint } from './initial-fields.ts';
import type { Pasted } from './pasted.ts';
import { isAt, type Place } from './place.ts';

/** The form of one place: what is typed, its errors, and the links between its fields while typing. */
export function useProviderForm(
  place: Place,
  drafts: Drafts,
  pasted: Pasted | null,
  onPaste: (pasted: Pasted) => void,
) {
  const initial = () => initialFields(settings, place);
  const [isFromDraft] = useState(() => drafts.of(place) !== null);
  const form = useForm<Fields>({
    defaultValues: drafts.of(place) ?? initial(),
    resolver: resolverOf(place.type),
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  });
  const { control, formState, getValues, reset, setFocus, setValue, subscribe, trigger } = form;
  const typed = useWatch({ control }) as Fields;
  const [corrected, setCorrected] = useState<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each place has a form of its own
  useEffect(() => {
    const stopSaving = subscribe({
      formState: { values: true },
      callback: ({ values }) => drafts.store(place, values, initial()),
    });
    // Saved elsewhere: show that, unless something is typed here.
    const stopFollowing = settings.listen(() => {
      if (!drafts.of(place) && differ(getValues(), initial())) reset(initial());
    });
    if (isBroken(place)) void trigger();
    // The field it was pasted into has been unmounted, and lost the focus.
    if (pasted) setFocus('apiKey');
    return () => {
      stopSaving();
      stopFollowing();
    };
  }, []);

  /** Checks a field with an error again, even before the first submit. */
  function recheck(name: keyof Fields) {
    if (formState.errors[name]) void trigger(name);
  }

  function put(key: Pick<Fields, 'apiKey' | 'keyFrom'>) {
    setValue('keyFrom', key.keyFrom);
    setValue('apiKey', key.apiKey, { shouldValidate: formState.isSubmitted });
  }

  function endpointChanged(endpoint: string) {
    setCorrected(null);
    const now = getValues();
    const next = keyForEndpoint(endpoint, now, boundKey(settings, place));
    if (next !== now) put(next);
    else if (place.preset === 'other' && isNoKey(now.apiKey))
      put({ apiKey: isLocal(endpoint) ? 'none' : '', keyFrom: 'typed' });
    recheck('endpoint');
  }

  /** Once the address is typed: not while it is. */
  function correctEndpoint() {
    const before = getValues('endpoint').trim();
    const endpoint = correctedEndpoint(place.type, before);
    if (endpoint === before) return;
    setValue('endpoint', endpoint, { shouldValidate: formState.isSubmitted });
    endpointChanged(endpoint);
    setCorrected(before);
  }

  return {
    form,
    typed,
    recheck,
    endpointChanged,
    correctEndpoint,
    /** The address as it was typed, if it was corrected. */
    corrected,
    /** Whether nothing is known yet of what answers at this address: it is not the saved one, nor the provider's own. */
    isNewAddress: ({ config }: ProviderSetting) =>
      config.endpoint !== initial().endpoint && !isOwnHost(place.type, config.endpoint),
    errors: formState.errors,
    /** The key saved for this place. */
    bound: boundKey(settings, place),
    isUnsavedDraft: isFromDraft && !pasted && differ(typed, initial()),
    keyChanged(key: string) {
      const maker = providerOfPasted(typed.apiKey, key);
      // The key belongs to another provider: this one's field stays as it was.
      if (maker && maker !== place.type) put(typed);
      else setValue('keyFrom', 'typed');
      if (maker) onPaste({ provider: maker, apiKey: key.trim() });
      recheck('apiKey');
    },
    replaceModel(model: string) {
      setValue('model', model, { shouldValidate: true });
      setFocus('model');
    },
    keyForgotten() {
      put({ apiKey: '', keyFrom: 'saved' });
      setFocus('apiKey');
    },
    startOver() {
      reset(initial());
      setFocus('apiKey');
    },
    /** What is typed, as a setting; null, with the errors shown, when it is invalid. */
    async validSetting(): Promise<ProviderSetting | null> {
      correctEndpoint();
      const { apiKey, endpoint } = getValues();
      // A server of one's own can be tried without a key.
      if (apiKey.trim() === '' && endpointUrl(endpoint) && !isOwnHost(place.type, endpoint))
        put({ apiKey: 'none', keyFrom: 'typed' });
      const isFine = await trigger(['apiKey', 'endpoint'], { shouldFocus: true });
      return isFine ? trimmed(place.type, getValues()) : null;
    },
    /** Takes over the endpoint that answered, and a preset's first model if the typed one is not listed. */
    listed(setting: ProviderSetting) {
      const { endpoint } = setting.config;
      if (endpoint !== getValues('endpoint').trim()) setValue('endpoint', endpoint, { shouldValidate: true });
      const ids = listedAt(setting)?.map(({ id }) => id) ?? [];
      const [first] = ids;
      if (place.preset && first && !ids.includes(getValues('model').trim()))
        setValue('model', first, { shouldValidate: true });
    },
  };
}

/** The fields as a setting, without the spaces that copying may add. */
export function trimmed(type: ProviderName, { apiKey, endpoint, model }: Fields): ProviderSetting {
  return { type, config: { apiKey: apiKey.trim(), endpoint: endpoint.trim(), model: model.trim() } };
}

/** Whether the setting stored for this place cannot be used, so that the form should say so immediately. */
function isBroken(place: Place): boolean {
  const stored = settings.stored();
  return stored.state === 'set' && isAt(place, stored.setting) && stored.problem !== null;
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
