import { storage } from './storage.ts';

/** One of a few values, chosen for this browser. Nothing is stored for the usual one, the first. */
export interface Preference<Value extends string> {
  values: readonly Value[];
  read(): Value;
  choose(value: Value): void;
}

/** @param entry the storage entry; also the name of the event that tells first.ts, which shares no code */
export function preference<const Value extends string>(
  entry: string,
  values: readonly [Value, ...Value[]],
): Preference<Value> {
  const [usual] = values;
  return {
    values,
    read() {
      const stored = storage.read(entry);
      return values.find((value) => value === stored) ?? usual;
    },
    choose(value) {
      dispatchEvent(new CustomEvent(entry, { detail: value }));
      if (value === usual) storage.remove(entry);
      else storage.write(entry, value);
    },
  };
}
