import { type ComponentType, useEffect } from 'react';
import { Redirect, useSearch } from 'wouter';
import { account, destination, meOf, useAccount } from '../features/account/index.ts';
import { ServerUnreachable } from './unreachable.tsx';
import { Waiting } from './waiting.tsx';

/** A page for visitors only: members are redirected to where they were going. */
export function forVisitors(Page: ComponentType): ComponentType {
  return function VisitorsPage() {
    const who = useAccount();
    const search = useSearch();
    useEffect(account.ensure, []);

    if (who.type === 'checking') return <Waiting />;
    if (meOf(who) && who.type !== 'interrupted') return <Redirect to={destination(search)} replace />;
    return (
      <>
        {who.type === 'unreachable' && <ServerUnreachable />}
        <Page />
      </>
    );
  };
}
