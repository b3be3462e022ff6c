import type { SafeStorage } from '../../../lib/state/storage.ts';
import type { LendForm } from './lend-form.ts';
import type { LentAs } from './lends.ts';

/** What was chosen the last time something was lent to a space. */
export interface LendChoice {
  /** Provider, origin and model, as `connectionKey` has them. */
  connection: string;
  form: LendForm;
}

/** How many spaces are remembered. */
const most = 100;

/** Remembers, in this browser, what was chosen for each space. */
export function lendChoices(storage: Pick<SafeStorage, 'read' | 'write'>, account: string) {
  const entry = `polylogue.lend_choices.${account}`;
  const keyOf = (space_id: string, as: LentAs) => `${as} ${space_id}`;

  function all(): Record<string, LendChoice> {
    try {
      const stored: unknown = JSON.parse(storage.read(entry) ?? '{}');
      if (typeof stored !== 'object' || stored === null) return {};
      return Object.fromEntries(Object.entries(stored).filter(([, one]) => isChoice(one)));
    } catch {
      return {};
    }
  }

  return {
    read: (space_id: string, as: LentAs): LendChoice | null => all()[keyOf(space_id, as)] ?? null,
    remember(space_id: string, as: LentAs, choice: LendChoice) {
      const { [keyOf(space_id, as)]: _, ...others } = all();
      const kept = Object.entries(others).slice(1 - most);
      storage.write(entry, JSON.stringify({ ...Object.fromEntries(kept), [keyOf(space_id, as)]: choice }));
    },
  };
}
export type LendChoices = ReturnType<typeof lendChoices>;

const groups = ['friends', 'members', 'hosts'];
const units = ['usd', 'tokens'];

function isChoice(value: unknown): value is LendChoice {
  const { connection, form } = (value ?? {}) as Partial<LendChoice>;
  const { to, unit, until, everyMessage, ...typed } = (form ?? {}) as Partial<LendForm>;
  const { perTurn, perDay, perPersonPerHour, longest } = typed;
  return (
    [connection, until, perTurn, perDay, perPersonPerHour, longest].every((one) => typeof one === 'string') &&
    typeof everyMessage === 'boolean' &&
    groups.includes(String(to)) &&
    units.includes(String(unit))
  );
}
