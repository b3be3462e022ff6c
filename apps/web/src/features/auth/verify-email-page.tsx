import { useEffect } from 'react';
import { Link } from 'wouter';
import { Notice } from '../../ui/index.ts';
import { account, meOf, signInFor, useAccount } from '../account/index.ts';
import { failureWords, linkSentences, Resend } from '../form/index.ts';
import { meChanged, verifyEmail } from '../person/index.ts';
import { MailLinkPage } from './mail-link-page.tsx';

/** Where the mail that verifies an address leads, and where another one is asked for. */
export function VerifyEmailPage() {
  const me = meOf(useAccount());
  useEffect(account.ensure, []);

  return (
    <MailLinkPage
      title="Verify your email"
      intro="One press, and your email is verified. It is the way back in should you forget your password."
      label="Verify Email"
      busyLabel="Verifying…"
      redeem={verify}
      done={(email) => (
        <>
          Your email {email} is verified. <Onward isSignedIn={me !== null} />
        </>
      )}
      failed={(error) => ({ title: 'Failed to verify email', text: failureWords(error, linkSentences) })}
      without={<WithoutCode email={me?.email} isVerified={me?.email_verified} />}
      elsewhere={
        me ? (
          !me.email_verified && <Resend email={me.email} />
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

function WithoutCode({ email, isVerified }: { email: string | undefined; isVerified: boolean | undefined }) {
  if (isVerified) {
    return (
      <Notice tone="good">
        Your email {email} is verified. <Onward isSignedIn />
      </Notice>
    );
  }
  return (
    <p>
      Open the link in the mail that was sent to {email ?? 'you'}. It is good for 24 hours. If you cannot find
      it, look among the unwanted mails.
    </p>
  );
}

function Onward({ isSignedIn }: { isSignedIn: boolean }) {
  return isSignedIn ? <Link href="/dashboard">Go on</Link> : <Link href="/signin">Sign in</Link>;
}
