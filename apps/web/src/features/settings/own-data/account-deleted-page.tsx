import { Link } from 'wouter';
import { useTitle } from '../../../lib/page/title.ts';
import { NarrowPage, Wordmark } from '../../../ui/index.ts';

/** Shown after the account has been deleted. */
export function AccountDeletedPage() {
  useTitle('Account deleted');
  return (
    <NarrowPage
      home={
        <Link href="/">
          <Wordmark />
        </Link>
      }
      title="Your account is deleted"
      intro="You are signed out everywhere, and this browser keeps nothing of yours. What is left on the server is being removed now."
      elsewhere={
        <p>
          You can <Link href="/chat">start a conversation</Link> without an account, or{' '}
          <Link href="/signup">sign up</Link> again at any time.
        </p>
      }
    >
      {null}
    </NarrowPage>
  );
}
