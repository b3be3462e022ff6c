import { Link } from 'wouter';
import { call } from '../../api/index.ts';
import { refreshMe } from '../account/index.ts';
import { failureWords, linkSentences } from '../form/index.ts';
import { MailLinkPage } from './mail-link-page.tsx';

/** The page that the notice to the old address links to, for members who did not request the change. */
export function UndoEmailPage() {
  return (
    <MailLinkPage
      title="Keep your email"
      intro="Someone who knows your password asked to change the email of your account. If that was not you, keep the old one. This signs you out on every device."
      label="Keep My Email"
      busyLabel="Going back…"
      redeem={undo}
      done={(email) => (
        <>
          Your email is {email}, and every device is signed out. Someone knows your password:{' '}
          <Link href="/forgot-password">set a new one now</Link>.
        </>
      )}
      failed={(error) => ({ title: 'Failed to keep email', text: failureWords(error, linkSentences) })}
      without={<p>Open the link in the notice sent to your old address.</p>}
      elsewhere={
        <p>
          If the link no longer works: <Link href="/forgot-password">Set a new password</Link>
        </p>
      }
    />
  );
}

async function undo(code: string) {
  const undone = await call('POST /api/auth/change-email/undo', { body: { code } });
  // Undoing it ends the sign-in of this browser; the page should show that immediately.
  void refreshMe();
  return undone;
}
