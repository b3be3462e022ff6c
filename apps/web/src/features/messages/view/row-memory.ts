import { createContext, useContext, useState } from 'react';

/** View state of a message, kept while the message is not on the page. */
interface RowState {
  isFolded: boolean;
  isReasoningOpen: boolean;
}

export type RowMemory = Map<string, Partial<RowState>>;

export const rowMemory = (): RowMemory => new Map();

export const RowMemory = createContext<RowMemory>(rowMemory());

/** Like a component's own state, but restored when the message comes back. */
export function useRowState(id: string, name: keyof RowState): [boolean, (value: boolean) => void] {
  const memory = useContext(RowMemory);
  const [value, setValue] = useState(memory.get(id)?.[name] ?? false);
  return [
    value,
    (now) => {
      memory.set(id, { ...memory.get(id), [name]: now });
      setValue(now);
    },
  ];
}
