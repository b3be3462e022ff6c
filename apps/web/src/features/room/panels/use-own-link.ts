import type { OwnSpace, SentInvitation } from '@polylogue/contract';
import { newId } from '@polylogue/sync';
import { newCode } from '@polylogue/sync/spaces';
import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { copyText } from '../../../lib/files/clipboard.ts';
import { storage } from '../../../lib/state/storage.ts';
import { toast } from '../../../ui/index.ts';
import { reasonOf } from '../../person/index.ts';
import { linkOf, makeLink, sentInvitations } from '../../space/index.ts';
import { codesIn, keepCode, linksEntry, ownLink } from './own-links.ts';

export interface LinkTerms {
  role: SentInvitation['role'];
  hours: number;
  /** Whoever has the link reads who made it. */
  shows_maker: boolean;
}

/** A link that our server may have made, or not. */
interface LostLink {
  invitation_id: string;
  code: string;
  terms: string;
}

/** The member's link to a space: copied again, or made and copied in one press. */
export function useOwnLink({ space: { space_id } }: OwnSpace, me: string) {
  const { data: sent, refetch } = useQuery(sentInvitations(space_id));
  const kept = useSyncExternalStore(storage.listen, () => storage.read(linksEntry(me)));
  const link = ownLink(sent ?? [], codesIn(kept), me);
  const [isBusy, setBusy] = useState(false);
  const [lost, setLost] = useState<LostLink | null>(null);
  // It was made: a further press is meant for another one.
  if (lost && sent?.some(({ invitation_id }) => invitation_id === lost.invitation_id)) setLost(null);

  /** In place of the one there is, if any. */
  async function make(granted: LinkTerms): Promise<'copied' | 'made' | 'failed'> {
    setBusy(true);
    const grant = { ...granted, ...(link && { replaces: link.invitation.invitation_id }) };
    const terms = JSON.stringify(grant);
    const { invitation_id, code } =
      lost?.terms === terms ? lost : { invitation_id: newId(), code: newCode() };
    // Already now: the link may be made and the answer lost.
    keepCode(me, invitation_id, code);
    // At once, while it still counts as part of the press.
    const copying = copyText(linkOf(code));
    try {
      await makeLink(space_id, { invitation_id, code, ...grant });
      setLost(null);
      return sayCopied(await copying) ? 'copied' : 'made';
    } catch (error) {
      setLost({ invitation_id, code, terms });
      void refetch();
      toast({
        tone: 'destructive',
        title: error instanceof Error ? error.message : '',
        text: (await copying) ? `${reasonOf(error)} The copied link may not work.` : reasonOf(error),
      });
      return 'failed';
    } finally {
      setBusy(false);
    }
  }

  return {
    link: link && { ...link, url: link.code && linkOf(link.code) },
    isBusy,
    make,
    copy: async (url: string) => sayCopied(await copyText(url)),
  };
}

function sayCopied(isCopied: boolean): boolean {
  toast(
    isCopied
      ? { title: 'Invitation link copied' }
      : { tone: 'destructive', title: 'The link could not be copied', text: 'Select and copy it in its box' },
  );
  return isCopied;
}
