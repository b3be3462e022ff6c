import { useEffect, useState } from 'react';
import { Button, Notice } from '../../ui/index.ts';
import { isRefused, sendVerificationEmail, waitOf } from '../person/index.ts';
import { failureWords } from './failure-words.ts';
import styles from './form.module.css';

/** Time between two mails, in seconds. */
const coolDown = 60;

const sentences = {
  409: 'Your email is already verified.',
  429: 'Enough emails were sent for now. Check your spam folder, too; you can ask for another when the countdown ends.',
};

type Outcome = { tone: 'good'; text: string } | { tone: 'bad'; title: string; text: string };

/** Sends the signed-in person another verification mail, at most once a minute. */
export function Resend({ email, wide = false }: { email: string; wide?: boolean }) {
  const { left, start } = useCoolDown();
  const [isSending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();

  async function send() {
    if (isSending || left > 0) return;
    setSending(true);
    setOutcome(undefined);
    try {
      await sendVerificationEmail();
      setOutcome({ tone: 'good', text: `A verification link has been sent to ${email}.` });
      start(coolDown);
    } catch (error) {
      if (isRefused(error, 429)) start(waitOf(error) || coolDown);
      const text = failureWords(error, sentences);
      setOutcome({ tone: 'bad', title: 'Failed to send verification email', text });
    } finally {
      setSending(false);
    }
  }

  return (
    <div className={styles.resend}>
      {outcome && (
        <Notice tone={outcome.tone} {...('title' in outcome && { title: outcome.title })}>
          {outcome.text}
        </Notice>
      )}
      <Button className={wide ? styles.wide : undefined} busy={isSending} disabled={left > 0} onClick={send}>
        {isSending ? 'Sending…' : left > 0 ? `Send a new link in ${spoken(left)}` : 'Send a new link'}
      </Button>
    </div>
  );
}

// The limit of an hour can last much longer than a minute.
const spoken = (seconds: number) => (seconds > 120 ? `${Math.ceil(seconds / 60)} min` : `${seconds} s`);

/** Seconds until something may be done again, counted down on the screen. */
function useCoolDown() {
  const [endsAt, setEndsAt] = useState(0);
  const [now, setNow] = useState(0);
  const left = Math.max(0, Math.ceil((endsAt - now) / 1000));
  const isOver = left === 0;

  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isOver]);

  return {
    left,
    start(seconds: number) {
      setNow(Date.now());
      setEndsAt(Date.now() + seconds * 1000);
    },
  };
}
