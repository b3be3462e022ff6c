import type { Waiver } from '@polylogue/contract';
import { call } from '../../../api/index.ts';
import { orFail } from '../failure/model-error.ts';

/** Rejects with a ModelError. */
export function getWaiver(): Promise<Waiver> {
  return orFail('Failed to get user waiver', call('GET /api/v1/user/me/waiver', {}));
}

/** Accepts the waiver of this version. Rejects with a ModelError. */
export function setWaiver(version: string): Promise<Waiver> {
  return orFail(
    'Failed to set user waiver',
    call('POST /api/v1/user/me/waiver', { body: { waiver: version } }),
  );
}
