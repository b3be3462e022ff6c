import { call } from '../../../api/index.ts';
import { orFail } from '../failure/model-error.ts';

/** Sends the email that verifies the signed-in person's address. Rejects with a ModelError. */
export async function sendVerificationEmail(): Promise<void> {
  await orFail('Failed to send verification email', call('POST /api/auth/verify', {}));
}

/** Redeems the code in that email; resolves with the address. Rejects with a ModelError. */
export function verifyEmail(code: string): Promise<{ email: string }> {
  return orFail('Failed to verify email', call('GET /api/auth/verify', { query: { code } }));
}
