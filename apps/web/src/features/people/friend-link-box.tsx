import type { FriendLink } from '@polylogue/contract';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { copyText } from '../../lib/files/clipboard.ts';
import { canShare, share } from '../../lib/files/share.ts';
import { lazy } from '../../lib/lazy/lazy.ts';
import { Button, CopyIcon, ShareIcon, TextField, toast, useOpening } from '../../ui/index.ts';
import { friendLink, QueryResult } from '../person/index.ts';
import communityStyles from './community-page.module.css';
import styles from './friend-link-box.module.css';

const qrCode = lazy(() => import('../../ui/qr/index.ts').then((door) => door.QrCode));
const renewDialog = lazy(() => import('./renew-dialog.tsx').then((file) => file.RenewDialog));

/** The reader's own friend link, and ways to share it. */
export function FriendLinkBox() {
  const id = useId();
  const query = useQuery(friendLink);
  return (
    <section aria-labelledby={id} className={communityStyles.section}>
      <h2 id={id} className={communityStyles.title}>
        Your friend link
      </h2>
      <p className={styles.about}>
        Anyone who has it can send you a friend request, whatever your privacy settings say. Send it to people
        you know.
      </p>
      <QueryResult query={query} waiting="Loading your friend link">
        {(link) => <Link link={link} />}
      </QueryResult>
    </section>
  );
}

function Link({ link: { url } }: { link: FriendLink }) {
  const code = useOpening(qrCode, 'The QR code');
  const renewal = useOpening(renewDialog, 'Renewing the link');
  const { Part: QrCode } = code;
  const { Part: RenewDialog } = renewal;

  async function copy() {
    const isCopied = await copyText(url);
    toast(
      isCopied
        ? { title: 'Friend link copied' }
        : {
            tone: 'destructive',
            title: 'The link could not be copied',
            text: 'Select and copy it in its box',
          },
    );
  }

  return (
    <>
      <TextField
        label="Link"
        readOnly
        value={url}
        className={styles.link}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={styles.actions}>
        <Button tone="accent" onClick={() => void copy()}>
          <CopyIcon size={18} />
          Copy link
        </Button>
        {canShare() && (
          <Button
            onClick={async () => (await share({ title: 'Polylogue', url })) === 'failed' && void copy()}
          >
            <ShareIcon size={18} />
            Share
          </Button>
        )}
        <Button aria-expanded={code.isOpen} {...code.approaching} onClick={() => code.setOpen(!code.isOpen)}>
          {code.isOpen ? 'Hide QR code' : 'Show QR code'}
        </Button>
        <Button tone="quiet" {...renewal.approaching} onClick={() => renewal.setOpen(true)}>
          Renew link
        </Button>
      </div>
      {code.isOpen && QrCode && <QrCode text={url} label="QR code of your friend link" />}
      {RenewDialog && renewal.isOpen && <RenewDialog onClose={() => renewal.setOpen(false)} />}
    </>
  );
}
