import { type ReactNode, useState } from 'react';
import { useSearch } from 'wouter';
import { Button, Notice } from '../../ui/index.ts';
import styles from './auth.module.css';
import { AuthPage } from './auth-page.tsx';

interface MailLinkPageProps {
  title: string;
  /** What the button does, in a sentence. */
  intro: string;
  label: string;
  busyLabel: string;
  /** Redeems the code of the link; returns the email address it was for. */
  redeem(code: string): Promise<{ email: string }>;
  done(email: string): ReactNode;
  /** What went wrong, worded as in the specification where it has a sentence, and what to do. */
  failed(error: unknown): { title: string; text: string };
  /** Shown when the address has no code. */
  without: ReactNode;
  /** What else can be done, until the link is redeemed. */
  elsewhere?: ReactNode;
}

type Stage =
  | { stage: 'asking' }
  | { stage: 'sending' }
  | { stage: 'done'; email: string }
  | { stage: 'failed'; title: string; text: string };

/** The page a link in a mail leads to. Only pressing the button redeems it: mail scanners open links too. */
export function MailLinkPage({
  title,
  intro,
  label,
  busyLabel,
  redeem,
  done,
  failed,
  without,
  elsewhere,
}: MailLinkPageProps) {
  const code = new URLSearchParams(useSearch()).get('code');
  const [at, go] = useState<Stage>({ stage: 'asking' });

  const isDone = at.stage === 'done';

  async function press(code: string) {
    if (at.stage === 'sending') return;
    go({ stage: 'sending' });
    try {
      const { email } = await redeem(code);
      go({ stage: 'done', email });
    } catch (error) {
      go({ stage: 'failed', ...failed(error) });
    }
  }

  return (
    <AuthPage
      title={title}
      intro={code && !isDone ? intro : undefined}
      elsewhere={isDone ? undefined : elsewhere}
    >
      {!code && without}
      {code && at.stage === 'done' && <Notice tone="good">{done(at.email)}</Notice>}
      {code && !isDone && (
        <div className={styles.form}>
          {at.stage === 'failed' && (
            <Notice tone="bad" title={at.title}>
              {at.text}
            </Notice>
          )}
          <Button
            tone="accent"
            className={styles.wide}
            busy={at.stage === 'sending'}
            onClick={() => press(code)}
          >
            {at.stage === 'sending' ? busyLabel : label}
          </Button>
        </div>
      )}
    </AuthPage>
  );
}
