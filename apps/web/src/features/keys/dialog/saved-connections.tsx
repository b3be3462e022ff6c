import * as known from '@polylogue/providers/known-models';
import { useState, useSyncExternalStore } from 'react';
import { Button, IconButton, TrashIcon } from '../../../ui/index.ts';
import { ConnectionIcon } from '../connection-icon.tsx';
import { connectionOf } from '../connections.ts';
import { factsOf } from '../model-info.ts';
import type { SavedProvider } from '../setting-reader.ts';
import { settings } from '../wiring.ts';
import { isAt, type Place, placeOf, placeOfSaved } from './place.ts';
import styles from './saved-connections.module.css';

interface SavedConnectionsProps {
  place: Place;
  onChoose(place: Place): void;
}

/** The saved connections, each with its name, host and model; those not in use can be removed. */
export function SavedConnections({ place, onChoose }: SavedConnectionsProps) {
  const saved = useSyncExternalStore(settings.listen, settings.saved);
  const [toRemove, setToRemove] = useState<SavedProvider | null>(null);
  const used = settings.read();
  if (saved.length === 0) return null;

  function remove({ provider, origin }: SavedProvider) {
    settings.remove({ provider, origin });
    setToRemove(null);
    if (used) onChoose(placeOf({ type: used.type, ...used.config }));
  }

  return (
    <section aria-labelledby="saved-connections">
      <h3 id="saved-connections" className={styles.title}>
        Saved connections
      </h3>
      <ul className={styles.list}>
        {saved.map((one) => {
          const setting = settings.read(one);
          const isUsed = settings.isInUse(one);
          return (
            <li key={`${one.provider} ${one.origin}`} className={styles.row}>
              <button
                type="button"
                className={styles.connection}
                aria-pressed={setting !== null && isAt(place, setting)}
                onClick={() => onChoose(setting ? placeOfSaved(connectionOf(setting)) : ownPlace(one))}
              >
                <ConnectionIcon provider={one.provider} endpoint={setting?.config.endpoint ?? ''} />
                <span className={styles.words}>
                  <span className={styles.name}>{one.name}</span>
                  <span className={styles.quiet}>
                    {modelName(one)} · {new URL(one.origin).host}
                  </span>
                </span>
                {isUsed && <span className={styles.used}>In use</span>}
              </button>
              {!isUsed && (
                <IconButton small label={`Remove ${one.name}`} onClick={() => setToRemove(one)}>
                  <TrashIcon size={18} />
                </IconButton>
              )}
            </li>
          );
        })}
      </ul>
      {toRemove && (
        <fieldset className={styles.asking}>
          <legend>Remove {toRemove.name} and its key from this browser?</legend>
          <Button small tone="danger" onClick={() => remove(toRemove)}>
            Remove it
          </Button>
          <Button small autoFocus onClick={() => setToRemove(null)}>
            Keep it
          </Button>
        </fieldset>
      )}
    </section>
  );
}

const modelName = ({ provider, model }: SavedProvider) => factsOf(known, provider, model).name;

const ownPlace = ({ provider, origin }: SavedProvider): Place => ({ type: provider, origin });
