import type { ProviderName, ProviderSetting } from '@polylogue/providers';
import { useEffect, useState } from 'react';
import { endpointUrl, isLocal, isOwnHost } from '../endpoint.ts';
import { providerOfPasted } from '../key-form.ts';
import { listedAt } from '../listed.ts';
import { isNoKey } from '../stored-setting.ts';
import { settings } from '../wiring.ts';
import { correctedEndpoint } from './corrected-endpoint.ts';
import { type Drafts, differ } from './drafts.ts';
import { checked } from './form-rules.ts';
import { boundKey, type Fields, initialFields, keyForEndpoint } from './initial-fields.ts';
import { isForHere, type Pasted } from './pasted.ts';
import { isAt, type Place } from './place.ts';
import { useFields } from './use-fields.ts';

/** The form of one place: what is typed, its errors, and the links between its fields while typing. */
export function useProviderForm(
  place: Place,
  drafts: Drafts,
  pasted: Pasted | null,
  onPaste: (pasted: Pasted, isHere: boolean) => void,
) {
  const initial = () => initialFields(settings, place);
  const [isFromDraft] = useState(() => drafts.of(place) !== null);
  const fields = useFields(
    () => drafts.of(place) ?? initial(),
    (typed) => errorsIn(place.type, typed),
    (typed) => drafts.store(place, typed, initial()),
  );
  const { values, now, focus, change, reset, check } = fields;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each place has a form of its own
  useEffect(() => {
    // Saved elsewhere: show that, unless something is typed here.
    const stopFollowing = settings.listen(() => {
      if (!drafts.of(place) && differ(now(), initial())) reset(initial());
    });
    if (isBroken(place)) check();
    // The field it was pasted into has been unmounted, and lost the focus.
    if (pasted) focus('apiKey');
    return stopFollowing;
  }, []);

  function changeKey(apiKey: string) {
    const maker = providerOfPasted(now().apiKey, apiKey);
    const isHere = !maker || isForHere(maker, place, now(), initial());
    // A key that belongs elsewhere is not taken over: this field stays as it was.
    if (isHere) change({ apiKey, keyFrom: 'typed' });
    if (maker) onPaste({ provider: maker, apiKey: apiKey.trim() }, isHere);
  }

  function changeEndpoint(endpoint: string) {
    fields.endpointCorrected(null);
    change({ endpoint });
    const typed = now();
    const { apiKey, keyFrom } = keyForEndpoint(endpoint, typed, boundKey(settings, place));
    if (keyFrom !== typed.keyFrom) change({ apiKey, keyFrom });
    else if (place.preset === 'other' && (typed.apiKey === '' || (keyFrom === 'saved' && isNoKey(apiKey))))
      change({ apiKey: isLocal(endpoint) ? 'none' : '', keyFrom: 'saved' });
  }

  /** Once the address is typed: not while it is. */
  function correctEndpoint() {
    // What was filled in for this address stays when another one is typed.
    if (place.preset === 'other' && now().apiKey === 'none') change({ keyFrom: 'typed' });
    const before = now().endpoint.trim();
    const endpoint = correctedEndpoint(place.type, before);
    if (endpoint === before) return;
    changeEndpoint(endpoint);
    fields.endpointCorrected(before);
  }

  return {
    typed: values,
    errors: fields.errors,
    inputs: fields.inputs,
    changeKey,
    changeEndpoint,
    changeModel: (model: string) => change({ model }),
    correctEndpoint,
    /** The address as it was typed, if it was corrected. */
    corrected: fields.corrected,
    /** Whether nothing is known yet of what answers at this address: it is not the saved one, nor the provider's own. */
    isNewAddress: ({ config }: ProviderSetting) =>
      config.endpoint !== initial().endpoint && !isOwnHost(place.type, config.endpoint),
    /** The key saved for this place. */
    bound: boundKey(settings, place),
    isUnsavedDraft: isFromDraft && !pasted && differ(values, initial()),
    replaceModel(model: string) {
      change({ model });
      focus('model');
    },
    keyForgotten() {
      change({ apiKey: '', keyFrom: 'saved' });
      focus('apiKey');
    },
    startOver() {
      reset(initial());
      focus('apiKey');
    },
    /** What is to be saved; null, with the errors shown, when it is invalid. */
    submitted(): ProviderSetting | null {
      correctEndpoint();
      return fields.submit() ? trimmed(place.type, now()) : null;
    },
    /** What is to be tried, whatever the model; null, with the errors shown, when it is invalid. */
    validSetting(): ProviderSetting | null {
      correctEndpoint();
      const { apiKey, endpoint } = now();
      // A server of one's own can be tried without a key.
      if (apiKey.trim() === '' && endpointUrl(endpoint) && !isOwnHost(place.type, endpoint))
        change({ apiKey: 'none', keyFrom: 'typed' });
      check(['apiKey', 'endpoint']);
      return fields.areRight(['apiKey', 'endpoint']) ? trimmed(place.type, now()) : null;
    },
    /** Whether that is what the fields say now. */
    isTyped: ({ config }: ProviderSetting) => !differ(trimmed(place.type, now()).config, config),
    /** Takes over the endpoint that answered, and a preset's first model if the typed one is not listed. */
    listed(setting: ProviderSetting, asked: ProviderSetting) {
      const { endpoint } = setting.config;
      // Another one has been typed since.
      if (!isSameKey(asked, trimmed(place.type, now()))) return;
      if (endpoint !== asked.config.endpoint) change({ endpoint });
      const ids = listedAt(setting)?.map(({ id }) => id) ?? [];
      const [first] = ids;
      if (place.preset && first && !ids.includes(now().model.trim())) change({ model: first });
    },
  };
}

/** The fields as a setting, without the spaces that copying may add. */
export function trimmed(type: ProviderName, { apiKey, endpoint, model }: Fields): ProviderSetting {
  return { type, config: { apiKey: apiKey.trim(), endpoint: endpoint.trim(), model: model.trim() } };
}

export const isSameKey = ({ config: a }: ProviderSetting, { config: b }: ProviderSetting): boolean =>
  a.apiKey === b.apiKey && a.endpoint === b.endpoint;

/** Whether the setting stored for this place cannot be used, so that the form should say so immediately. */
function isBroken(place: Place): boolean {
  const stored = settings.stored();
  return stored.state === 'set' && isAt(place, stored.setting) && stored.problem !== null;
}

function errorsIn(type: ProviderName, { keyFrom: _, ...typed }: Fields) {
  const result = checked({ type, ...typed });
  return result.ok ? {} : result.wrong;
}
