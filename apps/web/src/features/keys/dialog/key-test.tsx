import type { Listing, ProviderSetting } from '@polylogue/providers';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button, Disclosure } from '../../../ui/index.ts';
import { providerOf } from '../catalog.ts';
import { isOwnHost } from '../endpoint.ts';
import { rememberListed } from '../listed.ts';
import { isNoKey } from '../stored-setting.ts';
import styles from './configuration.module.css';
import { type FoundModels, findModels } from './find-models.ts';
import { isSameKey } from './use-provider-form.ts';
import { testWords } from './words.ts';

interface KeyTestProps {
  /** A key to try immediately: pasted whole, in a format that identifies its provider; or `none`. */
  toTry: string | null;
  /** The setting as typed so far: a result belongs to the key and endpoint it came from. */
  typed: ProviderSetting;
  /** The setting to try; null when it is invalid. */
  validSetting(): ProviderSetting | null;
  /** Called when the endpoint has answered with its models. `asked`: the setting as it was tried. */
  onListed(setting: ProviderSetting, asked: ProviderSetting): void;
}

/** Tries the key by listing its models. */
export function KeyTest({ typed, validSetting, toTry, onListed }: KeyTestProps) {
  const [tried, setTried] = useState<{ setting: ProviderSetting; listing: Listing | null } | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const tryAtOnce = useEffectEvent(() => void start());
  useEffect(() => {
    if (toTry !== null) tryAtOnce();
  }, [toTry]);

  const { company } = providerOf(typed.type);
  const isRunning = tried !== null && tried.listing === null;
  const isKeyless = isNoKey(typed.config.apiKey) && !isOwnHost(typed.type, typed.config.endpoint);
  const listing = tried && isSameKey(tried.setting, typed) ? tried.listing : null;

  function press() {
    running.current?.abort();
    if (isRunning) setTried(null);
    else void start();
  }

  async function start() {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    const setting = validSetting();
    if (!setting) return;
    setTried({ setting, listing: null });
    const found = await findModels(setting, own.signal);
    if (own.signal.aborted) return;
    setTried(found);
    remember(found, setting);
  }

  function remember({ setting, listing }: FoundModels, asked: ProviderSetting) {
    if (!listing.ok) return;
    if (listing.models.length > 0) rememberListed(setting, listing.models);
    onListed(setting, asked);
  }

  return (
    <div className={styles.test}>
      <Button small onClick={press}>
        {isRunning ? 'Cancel the test' : isKeyless ? 'Test connection' : 'Test key'}
      </Button>
      <div role="status" className={styles.result}>
        {isRunning &&
          `${toTry && !isNoKey(toTry) ? `A key from ${company}. ` : ''}Asking for the list of models…`}
        {listing && <Result setting={typed} listing={listing} />}
      </div>
    </div>
  );
}

function Result({ setting, listing }: { setting: ProviderSetting; listing: Listing }) {
  const words = testWords(setting, listing);
  if (words.isGood) return <p className={styles.good}>{words.text}</p>;
  return (
    <>
      <p className={styles.bad}>{words.text}</p>
      {words.quote && <p>{words.quote}</p>}
      {words.hint && <p>{words.hint}</p>}
      {words.details && <Disclosure title="Details">{words.details}</Disclosure>}
    </>
  );
}
