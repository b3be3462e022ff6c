import { call } from '../../../api/index.ts';
import { account, meOf, refreshMe } from '../../account/index.ts';
import { orFail } from '../failure/model-error.ts';

/** Whether the current waiver is accepted. Rejects with a ModelError. */
export async function checkWaiver(): Promise<boolean> {
  const path = 'GET /api/v1/user/me/waiver';
  const { signed_waiver, accepted_at } = await orFail('Failed to get user waiver', call(path, {}));
  if (signed_waiver) accepted(accepted_at);
  return signed_waiver;
}

/** Accepts the waiver of this version: members' pages appear. Rejects with a ModelError. */
export async function acceptWaiver(version: string): Promise<void> {
  const asked = call('POST /api/v1/user/me/waiver', { body: { waiver: version } });
  accepted((await orFail('Failed to set user waiver', asked)).accepted_at);
}

function accepted(waiver_accepted_at: string | null) {
  const me = meOf(account.read());
  if (me) account.setMe({ ...me, has_accepted_waiver: true, waiver_accepted_at });
  else void refreshMe();
}
