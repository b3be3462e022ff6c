import { fieldValue } from '@polylogue/sync';
import type { StoredFields } from '../../record/list/index.ts';
import { fieldText } from './folder.ts';

/** There is one of them: every device knows its id. */
export const ownInstructions = { kind: 'instructions', record_id: '00000000-0000-8000-8000-000000000001' };

/** How one wants to be answered in all conversations; empty: nothing was said. */
export function ownInstructionsOf(list: readonly StoredFields[]): string {
  const { kind, record_id } = ownInstructions;
  const found = list.find((one) => one.kind === kind && one.record_id === record_id);
  return found ? fieldText(fieldValue(found.fields, 'text')) : '';
}
