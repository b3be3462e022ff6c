import type { OwnSpace, SentInvitation } from '@polylogue/contract';
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

/** The member's link to a space: copied again, or made and copied in one press. */
export function useOwnLink({ space: { space_id } }: OwnSpace, me: string) {
  const { data: sent } = useQuery(sentInvitations(space_id));
  const kept = useSyncExternalStore(storage.listen, () => storage.read(linksEntry(me)));
  const link = ownLink(sent ?? [], codesIn(kept), me);
  const [isBusy, setBusy] = useState(false);

  /** In place of the one there is, if any. */
  async function make(terms: LinkTerms): Promise<'copied' | 'made' | 'failed'> {
    setBusy(true);
    const code = newCode();
    try {
      // At once, while it still counts as part of the press.
      const copying = copyText(linkOf(code));
      const invitation = await makeLink(space_id, code, {
        ...terms,
        ...(link && { replaces: link.invitation.invitation_id }),
      });
      keepCode(me, invitation.invitation_id, code);
      return sayCopied(await copying) ? 'copied' : 'made';
    } catch (error) {
      toast({
        tone: 'destructive',
        title: error instanceof Error ? error.message : '',
        text: reasonOf(error),
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
