import type { Me } from '@polylogue/contract';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { Notice } from '../../ui/index.ts';
import { account, meOf, signInFor, useAccount } from '../account/index.ts';
import { failureWords, linkSentences, noMails, Resend } from '../form/index.ts';
import { meChanged, verifyEmail } from '../person/index.ts';
import { MailLinkPage } from './mail-link-page.tsx';

/** The page that the verification mail links to, and where another one can be requested. */
export function VerifyEmailPage() {
  const me = meOf(useAccount());
  useEffect(account.ensure, []);

  return (
    <MailLinkPage
      title="Verify your email"
      intro="Press the button to verify your email. Others can then find you here, if you allow it."
      label="Verify Email"
      busyLabel="Verifying…"
      redeem={verify}
      done={(email) => (
        <>
          Your email {email} is verified. <Onward isSignedIn={me !== null} />
        </>
      )}
      failed={(error) => ({ title: 'Failed to verify email', text: failureWords(error, linkSentences) })}
      without={<WithoutCode me={me} />}
      elsewhere={
        me ? (
          !me.email_verified && me.can.verify_email && <Resend email={me.email} wide />
        ) : (
          <p>
            For a new link, <Link href={signInFor('/verify-email')}>sign in</Link>.
          </p>
        )
      }
    />
  );
}

async function verify(code: string) {
  const verified = await verifyEmail(code);
  meChanged();
  return verified;
}

function WithoutCode({ me }: { me: Me | null }) {
  if (me?.email_verified) {
    return (
      <Notice tone="good">
        Your email {me.email} is verified. <Onward isSignedIn />
      </Notice>
    );
  }
  if (me && !me.can.verify_email) return <p>{noMails}</p>;
  return (
    <p>
      Open the link in the email sent to {me?.email ?? 'you'}. It works for 24 hours. If you cannot find it,
      check your spam folder.
    </p>
  );
}

/** Where a redeemed link leads. */
export function Onward({ isSignedIn }: { isSignedIn: boolean }) {
  return isSignedIn ? <Link href="/dashboard">Continue</Link> : <Link href="/signin">Sign in</Link>;
}
