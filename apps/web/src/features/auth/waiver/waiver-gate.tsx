import { useEffect, useState } from 'react';
import { Button, Notice, Snake } from '../../../ui/index.ts';
import { SignOut } from '../../account/index.ts';
import { failureWords } from '../../form/index.ts';
import { acceptWaiver, checkWaiver, WaiverText, waiverShown } from '../../person/index.ts';
import { AuthPage } from '../auth-page.tsx';
import styles from './waiver.module.css';

type Stage =
  | { stage: 'checking' }
  | { stage: 'asking' }
  | { stage: 'accepting' }
  | { stage: 'failed'; title: string; text: string; retry: 'check' | 'accept' };

const sentences = {
  409: 'The text has changed since this page was opened. Reload the page to read the new one.',
};

/** Shown before members' pages until the current waiver is accepted. */
export function WaiverGate() {
  const [at, go] = useState<Stage>({ stage: 'checking' });
  const [isLeaving, setLeaving] = useState(false);

  async function check() {
    go({ stage: 'checking' });
    try {
      // Accepted in another tab, the page behind the gate appears.
      if (!(await checkWaiver())) go({ stage: 'asking' });
    } catch (error) {
      go({ stage: 'failed', retry: 'check', title: 'Failed to get user waiver', text: failureWords(error) });
    }
  }

  async function accept() {
    if (at.stage === 'accepting') return;
    go({ stage: 'accepting' });
    try {
      await acceptWaiver(waiverShown);
    } catch (error) {
      const text = failureWords(error, sentences);
      go({ stage: 'failed', retry: 'accept', title: 'Failed to submit waiver', text });
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and again only on Try again
  useEffect(() => void check(), []);

  return (
    <AuthPage
      title="Before you begin"
      intro="Four things to know. You are asked once, and again only if they change."
    >
      <WaiverText />
      <div className={styles.actions}>
        {at.stage === 'failed' && (
          <Notice tone="bad" title={at.title}>
            {at.text}
          </Notice>
        )}
        <div className={styles.row}>
          <Button tone="quiet" onClick={() => setLeaving(true)}>
            Sign out
          </Button>
          {at.stage === 'checking' ? (
            <Snake label="Checking whether you have accepted this" />
          ) : at.stage === 'failed' && at.retry === 'check' ? (
            <Button tone="accent" onClick={check}>
              Try again
            </Button>
          ) : (
            <Button tone="accent" busy={at.stage === 'accepting'} onClick={accept}>
              Accept
            </Button>
          )}
        </div>
        <p className={styles.version}>Version {waiverShown}</p>
      </div>
      <SignOut open={isLeaving} onOpenChange={setLeaving} />
    </AuthPage>
  );
}
