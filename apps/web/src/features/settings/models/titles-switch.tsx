import { useSyncExternalStore } from 'react';
import { storage } from '../../../lib/state/storage.ts';
import { Switch } from '../../../ui/switch/index.ts';
import { titlesEntry } from '../../conversation/index.ts';

const read = () => storage.read(titlesEntry);

function choose(value: 'on' | 'everywhere' | null) {
  if (value) storage.write(titlesEntry, value);
  else storage.remove(titlesEntry);
}

/** Whether a model gives conversations their titles. */
export function TitlesSwitch() {
  const chosen = useSyncExternalStore(storage.listen, read, () => null);
  return (
    <>
      <Switch
        label="Short titles by a model"
        hint="After the first answer, the cheapest model of the same connection sums up your question in a few words, for less than 0.1 cent. Otherwise the first line is the title."
        checked={chosen !== null}
        onChange={(isOn) => choose(isOn ? 'on' : null)}
      />
      {chosen !== null && (
        <Switch
          label="On servers of your own, too"
          hint="There the model that answered is asked."
          checked={chosen === 'everywhere'}
          onChange={(isOn) => choose(isOn ? 'everywhere' : 'on')}
        />
      )}
    </>
  );
}
