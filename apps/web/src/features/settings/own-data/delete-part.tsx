import { useRef, useState } from 'react';
import { call } from '../../../api/index.ts';
import { useSavable } from '../../../lib/drafts/use-savable.ts';
import { Button, TextField } from '../../../ui/index.ts';
import { account, Losses, leaveFor, onceSignedOut } from '../../account/index.ts';
import { tidyUsername } from '../../form/index.ts';
import { isUnanswered } from '../../person/index.ts';
import form from '../form.module.css';
import { Subsection } from '../part.tsx';
import { PasswordDialog } from '../password-dialog.tsx';
import styles from './own-data.module.css';

const leave = () => leaveFor('/account-deleted');

export function DeletePart({ username }: { username: string }) {
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const confirmation = useRef<HTMLInputElement>(null);
  const { pieces } = useSavable(isAsking);

  async function remove(current_password: string) {
    try {
      await call('POST /api/v1/user/me/deletion', { body: { current_password } });
    } catch (error) {
      // It may be deleted all the same: then its sign-in has ended.
      if (isUnanswered(error)) void onceSignedOut(account, () => void leave());
      throw error;
    }
    await leave();
  }

  return (
    <Subsection
      title="Delete your account"
      intro="This is permanent: no one can restore it, not even the people who run this server."
    >
      <p className={form.note}>This also deletes:</p>
      <ul className={styles.list}>
        <li>your profile, your pictures and your files; their addresses stop working</li>
        <li>your conversations and their usage records</li>
        <li>your friends and friend requests, and the people you have blocked</li>
        <li>every sign-in, on every device, at once</li>
        <li>everything Polylogue keeps in this browser, such as your provider keys, settings and drafts</li>
      </ul>
      <p className={form.note}>
        What you posted in spaces stays, without your name; delete it first if it should go. A space you own
        goes to one of its hosts; without a host it is archived. Download your data first if you want to keep
        any of it. Your username stays reserved for a while, so that no one can pose as you.
      </p>
      <Button
        tone="danger"
        className={form.start}
        onClick={() => {
          setTyped('');
          setAsking(true);
        }}
      >
        Delete account
      </Button>
      <PasswordDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Delete your account for good?"
        label="Delete account"
        busyLabel="Deleting…"
        failed="Failed to delete the account"
        isDangerous
        initialFocus={confirmation}
        // Not before it is known what would be lost.
        isReady={tidyUsername(typed) === username && pieces !== undefined}
        act={remove}
      >
        <p>
          Everything you have on this server is deleted, except what you posted in spaces, which stays without
          your name. This cannot be undone. For a copy, cancel and download your data first.
        </p>
        {pieces && pieces.length > 0 && (
          <p>
            What is from before you signed in, and only in this browser, is deleted too:{' '}
            {pieces.map(({ title }) => title).join(', ')}.
          </p>
        )}
        {pieces === null && (
          <p>
            This browser may have conversations from before you signed in, which cannot be read at the moment.
            They are deleted too.
          </p>
        )}
        <Losses />
        <TextField
          ref={confirmation}
          label={`Type ${username} to confirm`}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </PasswordDialog>
    </Subsection>
  );
}
