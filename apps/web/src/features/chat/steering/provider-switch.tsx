import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLazy } from '../../../lib/lazy/use-lazy.ts';
import {
  ChatSettingsIcon,
  ChevronDownIcon,
  classes,
  Menu,
  type MenuHandle,
  RetryIcon,
  SettingsIcon,
  toast,
} from '../../../ui/index.ts';
import {
  failureSentence,
  isChosen,
  listedModels,
  listModels,
  otherHost,
  ProviderIcon,
  type ProviderSetting,
  providerOf,
  type SavedProvider,
  storageWarning,
  switchTo,
  useSavedProviders,
} from '../../keys/index.ts';
import type { Choosing } from './choosing.ts';
import { catalogue } from './model-catalogue.ts';
import { modelChoices } from './model-choices.ts';
import styles from './provider-switch.module.css';

interface ProviderSwitchProps {
  setting: ProviderSetting;
  /** This chat is answered in a way of its own. */
  isSteered: boolean;
  choosing: Choosing;
  onChatSettings(): void;
  onConfigure(): void;
}

/** Who answers the next question, and who else could: one press away. */
export function ProviderSwitch(props: ProviderSwitchProps) {
  const { setting, isSteered, choosing, onChatSettings, onConfigure } = props;
  const menu = useRef<MenuHandle>(null);
  const saved = useSavedProviders();
  const chosen = saved.find((one) => isChosen(one, setting));
  const known = useLazy(catalogue, true);
  const { type, config } = setting;
  const { displayName } = providerOf(type);
  const host = otherHost(setting);
  const models = modelChoices(type, config.model, listedModels(), host !== null, known);
  const [isListing, setListing] = useState(false);

  const offered = useEffectEvent(() => {
    if (saved.length < 2 && models.length < 2 && host === null) return false;
    menu.current?.open();
    return true;
  });
  useEffect(() => choosing.offer(() => offered()), [choosing]);

  function choose(chosen: SavedProvider | undefined, model?: string) {
    if (!chosen) return;
    const { provider, origin } = chosen;
    const kept = switchTo({ provider, origin, ...(model && { model }) });
    // What it says stands on the button by then; only what was not kept needs words.
    const words = kept && storageWarning(kept);
    if (words) toast({ title: `Now using ${chosen.displayName}`, text: words });
  }

  async function list() {
    if (isListing) return;
    setListing(true);
    const listing = await listModels();
    setListing(false);
    if (!listing.ok) {
      const { text, said, hint } = failureSentence(listing.failure, type, config.endpoint);
      return toast({
        title: `${host} did not list its models`,
        text: hint ?? text,
        ...(said && { more: said }),
      });
    }
    const { length } = listing.models;
    const title = length === 1 ? `${host} has 1 model` : `${host} has ${length || 'no'} models`;
    toast(length > 0 ? { title } : { title, text: 'Type the name of the model in Settings.' });
  }

  return (
    <Menu
      handle={menu}
      label={`Provider and model: ${displayName}, ${config.model}${isSteered ? '. This chat has settings of its own' : ''}`}
      className={classes(styles.button, isSteered && styles.steered)}
      icon={
        <>
          <ProviderIcon provider={type} size={18} />
          <span className={styles.model} data-model>
            {config.model}
          </span>
          <ChevronDownIcon size={14} />
        </>
      }
      items={[
        ...(saved.length > 0
          ? [
              {
                label: 'Saved providers',
                choices: saved.map((one) => ({
                  value: idOf(one),
                  label: one.label,
                  icon: <ProviderIcon provider={one.provider} size={18} />,
                })),
                value: chosen ? idOf(chosen) : '',
                closes: true,
                // The menu says more than the value.
                choose: (id: string) => choose(saved.find((one) => idOf(one) === id)),
              },
            ]
          : []),
        ...(chosen && models.length > 1
          ? [
              {
                label: `Models of ${host ?? displayName}`,
                choices: models,
                value: config.model,
                closes: true,
                choose: (model: string) => choose(chosen, model),
              },
            ]
          : []),
        ...(host === null
          ? []
          : [
              {
                label: `List the models of ${host}`,
                icon: <RetryIcon size={18} />,
                staysOpen: true,
                act: () => void list(),
              },
            ]),
        { label: 'This chat…', icon: <ChatSettingsIcon size={18} />, act: onChatSettings },
        { label: 'Settings…', icon: <SettingsIcon size={18} />, act: onConfigure },
      ]}
    />
  );
}

const idOf = ({ provider, origin }: SavedProvider) => `${provider} ${origin}`;
