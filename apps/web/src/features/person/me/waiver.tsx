import type { waiverVersion } from '@polylogue/contract/waiver-version';
import { call } from '../../../api/index.ts';
import { account, meOf, refreshMe } from '../../account/index.ts';
import { orFail } from '../failure/model-error.ts';
import styles from './waiver.module.css';

/**
 * The version of the text: change the contract's version together with it. Its fifth point, on paying, is accepted where
 * the first key is saved (features/keys).
 */
export const waiverShown = '2025-02-02' satisfies typeof waiverVersion;

const points: [title: string, text: string][] = [
  [
    'An AI can be wrong.',
    'It can sound certain and still be wrong, incomplete or offensive. Check what matters. Nothing it says is medical, legal or financial advice.',
  ],
  [
    'Your key is yours to guard.',
    'It stays in this browser. Whoever can use this browser can use the key: sign out on a computer that is not yours.',
  ],
  [
    'You answer for what you send.',
    'Write and upload only what you may, and think twice about secrets, your own and those of others.',
  ],
  [
    'There is no warranty.',
    'Whoever runs this server offers it as it is. As far as the law allows, neither they nor the authors of the software are liable for what comes of using it.',
  ],
];

/** The four points that everyone accepts. */
export function WaiverText() {
  return (
    <ul className={styles.points}>
      {points.map(([title, text]) => (
        <li key={title}>
          <strong>{title}</strong> {text}
        </li>
      ))}
    </ul>
  );
}

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
