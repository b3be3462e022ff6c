import { type ComponentType, useEffect } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { account, destination, meOf, useAccount } from '../features/account/index.ts';
import { toast } from '../ui/index.ts';
import { ServerUnreachable } from './unreachable.tsx';
import { Waiting } from './waiting.tsx';

/** A page for visitors only: members are redirected to where they were going. */
export function forVisitors(Page: ComponentType): ComponentType {
  return function VisitorsPage() {
    const who = useAccount();
    const search = useSearch();
    const [path, navigate] = useLocation();
    const isMember = meOf(who) && who.type !== 'interrupted';
    useEffect(account.ensure, []);
    useEffect(() => {
      // Mails lead to these two, whoever is signed in where they are read.
      if (!isMember || !path.endsWith('-password')) return;
      toast({
        title: 'You are signed in here',
        text: 'To set a new password without the old one, open the link in a private window.',
        action: { label: 'Change password', act: () => navigate('/settings/account') },
      });
    }, [isMember, path, navigate]);

    if (who.type === 'checking') return <Waiting />;
    if (isMember) return <Redirect to={destination(search)} replace />;
    return (
      <>
        {who.type === 'unreachable' && <ServerUnreachable />}
        <Page />
      </>
    );
  };
}
