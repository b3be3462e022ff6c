import { useEffect } from 'react';
import { call } from '../../api/index.ts';
import { account, meOf, useAccount } from '../account/index.ts';
import { failureWords, linkSentences } from '../form/index.ts';
import { meChanged } from '../person/index.ts';
import { MailLinkPage } from './mail-link-page.tsx';
import { Onward } from './verify-email-page.tsx';

/** The page that the mail to a new address links to. */
export function ChangeEmailPage() {
  const me = meOf(useAccount());
  useEffect(account.ensure, []);

  return (
    <MailLinkPage
      title="Confirm your new email"
      intro="Once it is confirmed, you sign in with this address, and all email goes to it."
      label="Confirm Email"
      busyLabel="Confirming…"
      redeem={confirm}
      done={(email) => (
        <>
          Your email is now {email}. <Onward isSignedIn={me !== null} />
        </>
      )}
      failed={(error) => ({ title: 'Failed to change email', text: failureWords(error, linkSentences) })}
      without={<p>Open the link in the email sent to your new address.</p>}
    />
  );
}

async function confirm(code: string) {
  const changed = await call('POST /api/auth/change-email/confirm', { body: { code } });
  meChanged();
  return changed;
}
