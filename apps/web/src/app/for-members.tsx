import type { Me } from '@polylogue/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { Redirect } from 'wouter';
import { queryClient } from '../api/query-client.ts';
import {
  account,
  freshSignIn,
  meOf,
  newcomer,
  signInFor,
  useAccount,
  useConnected,
  welcomeRequested,
} from '../features/account/index.ts';
import './owned-queries.ts';
import { registerKeysLoader } from '../lib/drafts/saved-keys.ts';
import { lazy } from '../lib/lazy/lazy.ts';
import { lazyComponent } from '../lib/lazy/lazy-component.tsx';
import { useLazy } from '../lib/lazy/use-lazy.ts';
import { useSteady } from '../lib/page/use-steady.ts';
import { connectRequested } from '../lib/state/connect-requested.ts';
import { useLive } from '../lib/state/use-live.ts';
import { Interrupted } from './interrupted.tsx';
import { MissingPage } from './missing-page.tsx';
import { ServerUnreachable } from './unreachable.tsx';
import { Waiting } from './waiting.tsx';

// Loaded on demand: most members have accepted it long ago.
const WaiverGate = lazyComponent(
  lazy(() => import('../features/auth/index.ts').then((module) => module.WaiverGate)),
  MissingPage,
);

registerKeysLoader(() => import('./api-configuration.ts'));

const welcome = lazy(() => import('../features/onboarding/index.ts').then((module) => module.WelcomeDialog));
const guestConversations = lazy(() =>
  import('../features/conversations/index.ts').then((module) => module.GuestConversationsDialog),
);

/** A page for members. Visitors are redirected to sign in first, and from /dashboard to the landing page. */
export function forMembers(Page: ComponentType, { asksWaiver = true } = {}): ComponentType {
  return function MembersPage() {
    const who = useAccount();
    const isUnreachable = useSteady(who.type === 'unreachable');
    useEffect(account.ensure, []);

    if (who.type === 'checking') return <Waiting />;
    const me = meOf(who);
    if (!me) return <Redirect to={entrance(location)} replace />;
    return (
      <QueryClientProvider client={queryClient}>
        {isUnreachable && <ServerUnreachable />}
        <Interrupted />
        {me.has_accepted_waiver || !asksWaiver ? <Page key={me.user_id} /> : <WaiverGate key={me.user_id} />}
        {me.has_accepted_waiver && <Newcomer key={`newcomer ${me.user_id}`} me={me} />}
      </QueryClientProvider>
    );
  };
}

/** A members' page that visitors see as well. */
export function forEverybody(Page: ComponentType, waiver?: { asksWaiver: boolean }): ComponentType {
  const MembersPage = forMembers(Page, waiver);
  return function EverybodysPage() {
    const who = useAccount();
    if (who.type !== 'signed-out') return <MembersPage />;
    return (
      <QueryClientProvider client={queryClient}>
        <Page />
      </QueryClientProvider>
    );
  };
}

/** A page on which one accepts the waiver with what one came for. */
export const forInvited = (Page: ComponentType): ComponentType => forEverybody(Page, { asksWaiver: false });

/** One question at a time: what to bring into the account, then which model to ask. */
function Newcomer({ me }: { me: Me }) {
  const [isAsking, setAsking] = useState(() => freshSignIn.read() !== null);
  const GuestConversationsDialog = useLazy(guestConversations, isAsking);
  const done = useCallback(() => setAsking(false), []);
  const isConnected = useConnected();
  useEffect(() => {
    // On any other page they came for something that does not need a model, such as an invitation.
    if (isAsking || location.pathname !== '/dashboard' || !newcomer.is(me)) return;
    newcomer.clear();
    if (!isConnected) connectRequested.dispatch(true);
  }, [isAsking, isConnected, me]);
  if (isAsking) return GuestConversationsDialog && <GuestConversationsDialog onDone={done} />;
  return <Introduction me={me} />;
}

function Introduction({ me }: { me: Me }) {
  const isOpen = useLive(welcomeRequested, (isWanted) => isWanted);
  const WelcomeDialog = useLazy(welcome, isOpen);
  // Another page is not what it was asked for on.
  useEffect(() => () => welcomeRequested.dispatch(false), []);
  return (
    WelcomeDialog && <WelcomeDialog me={me} open={isOpen} onClose={() => welcomeRequested.dispatch(false)} />
  );
}

function entrance({ pathname, search, hash }: Location): string {
  return pathname === '/dashboard' ? '/' : signInFor(pathname + search + hash);
}
