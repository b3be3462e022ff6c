import type { OwnSpace, SentInvitation } from '@polylogue/contract';
import { useState } from 'react';
import { canShare, share } from '../../../lib/files/share.ts';
import { whenOf } from '../../../lib/text/time.ts';
import { Button, CopyIcon, Disclosure, ShareIcon, TextField } from '../../../ui/index.ts';
import { QrCode } from '../../../ui/qr/index.ts';
import { Select } from '../../../ui/select/index.ts';
import { Switch } from '../../../ui/switch/index.ts';
import styles from './panel.module.css';
import { useOwnLink } from './use-own-link.ts';

/** How many hours a link is valid. */
const validities = { 24: '1 day', 168: '7 days', 720: '30 days' };

interface ByLinkProps {
  own: OwnSpace;
  me: string;
  role: SentInvitation['role'];
}

/** The member's link: shown where it was made, made here in one press, or replaced. */
export function ByLink({ own, me, role }: ByLinkProps) {
  const { link, isBusy, make, copy } = useOwnLink(own, me);
  const [hours, setHours] = useState('168');
  const [isNamed, setNamed] = useState(true);
  // One for another role is not what was chosen above.
  const isOfRole = link?.invitation.role === role;
  const url = (isOfRole && link.url) || null;
  const terms = (
    <>
      <Select label="Valid for" value={hours} choices={Object.entries(validities)} onChange={setHours} />
      <Switch
        label="Say who invites"
        hint="Whoever opens the link sees your name, as does everyone in the room."
        checked={isNamed}
        onChange={setNamed}
      />
      <div>
        <Button
          tone={url ? 'plain' : 'accent'}
          busy={isBusy}
          onClick={() => void make({ role, hours: Number(hours), shows_maker: isNamed })}
        >
          {link ? 'New link' : 'Create link'}
        </Button>
      </div>
    </>
  );
  return (
    <section className={styles.section} aria-label="By link">
      {link && url ? (
        <>
          <TextField
            label="Link"
            readOnly
            value={url}
            hint={hintOf(link.invitation)}
            onFocus={(event) => event.currentTarget.select()}
          />
          <div className={styles.buttons}>
            <Button tone="accent" onClick={() => void copy(url)}>
              <CopyIcon size={18} />
              Copy link
            </Button>
            {canShare() && (
              <Button
                onClick={async () =>
                  (await share({ title: own.space.name, url })) === 'failed' && void copy(url)
                }
              >
                <ShareIcon size={18} />
                Share
              </Button>
            )}
          </div>
          <QrCode text={url} label="The link as a QR code" />
          <Disclosure title="Replace it with a new link">
            <div className={styles.section}>
              <p>The one above stops working.</p>
              {terms}
            </div>
          </Disclosure>
        </>
      ) : (
        <>
          <p>
            {!link
              ? 'A link lets up to 100 people join. Send it to people you know.'
              : isOfRole
                ? 'You made a link in another browser, and only that one can show it. A new link replaces it.'
                : `Your link lets people join as ${link.invitation.role}s: choose that above to see it. A new link replaces it.`}
          </p>
          {terms}
        </>
      )}
    </section>
  );
}

const hintOf = ({ role, uses_left, expires_at, shows_maker }: SentInvitation) =>
  `Lets ${uses_left} ${uses_left === 1 ? 'person' : 'people'} join as ${role}s until ${whenOf(expires_at)}, and ${shows_maker ? 'says who invites' : 'does not say who invites'}. Only this browser can show it again.`;
