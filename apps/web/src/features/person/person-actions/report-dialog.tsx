import type { ReportReason } from '@polylogue/contract';
import { type FormEvent, useState } from 'react';
import { FormDialog, Unsaved } from '../../../ui/dialog/form-dialog.tsx';
import { DialogTitle } from '../../../ui/dialog/index.ts';
import { toast } from '../../../ui/index.ts';
import { Switch } from '../../../ui/switch/index.ts';
import { TextArea } from '../../../ui/text-area/index.ts';
import { reasonOf } from '../failure/model-error.ts';
import { orToast } from '../failure/or-toast.ts';
import { FormEnd } from '../form-end.tsx';
import styles from './report-dialog.module.css';

const reasons: Record<ReportReason, string> = {
  spam: 'Spam or advertising',
  harassment: 'Harassment or threats',
  impersonation: 'Pretends to be someone else',
  inappropriate: 'Offensive name, picture or text',
  other: 'Something else',
};

const thanks = 'Thank you. Your report was sent';

/** The most characters the contract allows. */
const most = 2000;

interface ReportDialogProps {
  title: string;
  /** The person reported, who is not told; `block` offers to block them as well. */
  name: string;
  block?: (() => Promise<unknown>) | undefined;
  send(report: { reason: ReportReason; details?: string }): Promise<void>;
  onClose(): void;
}

/** Reports a person, or what they wrote, to the operator. */
export function ReportDialog({ title, name, block, send: report, onClose }: ReportDialogProps) {
  const [reason, setReason] = useState<ReportReason>();
  const [details, setDetails] = useState('');
  const [alsoBlock, setAlsoBlock] = useState(false);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const isTooLong = details.length > most;

  async function send(event: FormEvent) {
    event.preventDefault();
    if (!reason || isTooLong || isSending) return;
    setSending(true);
    setFailure(undefined);
    const text = details.trim();
    try {
      await report({ reason, ...(text && { details: text }) });
    } catch (error) {
      setFailure(error);
      return setSending(false);
    }
    onClose();
    if (alsoBlock && block) await alsoBlocked(block);
    else toast({ title: thanks });
  }

  async function alsoBlocked(block: () => Promise<unknown>) {
    try {
      await block();
      toast({ title: `${thanks}, and ${name} is blocked` });
    } catch (error) {
      toast({
        tone: 'destructive',
        title: `Your report was sent, but ${name} could not be blocked`,
        text: reasonOf(error),
        action: { label: 'Block', act: () => void orToast(block(), `${name} is blocked`) },
      });
    }
  }

  return (
    <FormDialog open onOpenChange={onClose}>
      <DialogTitle>{title}</DialogTitle>
      <p>The person who runs this server reads it. {name} does not learn who reported them.</p>
      <form onSubmit={send} className={styles.form}>
        <Unsaved when={details !== ''} busy={isSending} />
        <fieldset className={styles.reasons}>
          <legend className={styles.legend}>What is wrong?</legend>
          {Object.entries(reasons).map(([value, words]) => (
            <label key={value} className={styles.reason}>
              <input
                type="radio"
                name="reason"
                required
                value={value}
                checked={reason === value}
                onChange={() => setReason(value as ReportReason)}
              />
              {words}
            </label>
          ))}
        </fieldset>
        <TextArea
          label="Details"
          optional
          hint="What happened, and where"
          typed={details.length}
          most={most}
          value={details}
          onChange={(event) => setDetails(event.currentTarget.value)}
        />
        {block && (
          <Switch
            label={`Also block ${name}`}
            hint="Neither of you can see or contact the other any more."
            checked={alsoBlock}
            onChange={setAlsoBlock}
          />
        )}
        <FormEnd
          error={failure}
          send="Send report"
          isBusy={isSending}
          isReady={reason !== undefined && !isTooLong}
          close={onClose}
        />
      </form>
    </FormDialog>
  );
}
