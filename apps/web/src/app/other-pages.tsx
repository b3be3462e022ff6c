import type { ComponentType } from 'react';
import { Redirect, Route, Switch, useSearch } from 'wouter';
import { whenIdle } from '../lib/schedule/idle.ts';
import { type PageRoute, page } from './page.tsx';

/**
 * Who a page is for. Pages for anyone do not depend on the sign-in; those for everybody show members their own data,
 * and visitors what is stored in this browser. All but those for anyone wait until it is known who is signed in.
 * Whoever is invited accepts the waiver with what they press there.
 */
type Access = 'anyone' | 'everybody' | 'invited' | 'visitors' | 'members';

interface OtherRoute extends PageRoute {
  path: string;
  /** What its addresses look like, when there are many. */
  pattern?: RegExp;
  access: Access;
  /** Shared by the addresses of one place: going from one to another keeps what is on the page. */
  place: string;
}

// Places with several addresses.
const settingsPage = route('/settings', 'everybody', () => settings().then((module) => module.SettingsPage));

/** Every address that has a page, but for those of the chat; all others get the not-found page. */
export const routes: OtherRoute[] = [
  route('/', 'visitors', () => import('../features/landing/index.ts').then((module) => module.LandingPage)),
  route('/signin', 'visitors', () => auth().then((module) => module.SigninPage)),
  route('/signup', 'visitors', () => auth().then((module) => module.SignupPage)),
  route('/forgot-password', 'visitors', () => auth().then((module) => module.ForgotPasswordPage)),
  route('/reset-password', 'visitors', () => mailLinks().then((module) => module.ResetPasswordPage)),
  route('/verify-email', 'anyone', () => mailLinks().then((module) => module.VerifyEmailPage)),
  route('/change-email', 'anyone', () => mailLinks().then((module) => module.ChangeEmailPage)),
  route('/undo-email', 'anyone', () => mailLinks().then((module) => module.UndoEmailPage)),
  route('/dashboard', 'members', () => dashboard().then((module) => module.DashboardPage)),
  route('/spaces', 'members', () => spaces().then((module) => module.SpacesPage)),
  {
    ...route('/spaces/:id', 'members', () => room().then((module) => module.RoomPage)),
    pattern: /^\/spaces\/(?<id>[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/?$/,
  },
  {
    ...route('/spaces/join/:code', 'invited', () =>
      import('../features/join/index.ts').then((module) => module.JoinPage),
    ),
    // The code of a link, or the id of a public space.
    pattern: /^\/spaces\/join\/(?<code>[\w-]{22}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/?$/,
  },
  route('/conversations', 'everybody', () =>
    import('../features/conversations/index.ts').then((module) => module.ConversationsPage),
  ),
  route('/costs', 'everybody', () => import('../features/costs/index.ts').then((module) => module.CostsPage)),
  route('/community', 'members', () => people().then((module) => module.CommunityPage)),
  route('/profile', 'members', () => people().then((module) => module.ProfilePage)),
  route('/person', 'members', () => people().then((module) => module.PersonPage)),
  route('/befriend', 'members', () => people().then((module) => module.BefriendPage)),
  route('/notifications', 'members', () => dashboard().then((module) => module.NotificationsPage)),
  route('/search', 'everybody', () => dashboard().then((module) => module.SearchPage)),
  ...[
    '/settings',
    '/settings/profile',
    '/settings/pictures',
    '/settings/account',
    '/settings/sign-ins',
    '/settings/appearance',
    '/settings/models',
    '/settings/instructions',
    '/settings/notifications',
    '/settings/privacy',
    '/settings/blocked',
    '/settings/files',
    '/settings/data',
  ].map((path) => ({ ...settingsPage, path })),
  route('/account-deleted', 'anyone', () => settings().then((module) => module.AccountDeletedPage)),
  route('/terms', 'anyone', () => legal().then((module) => module.TermsPage)),
  route('/privacy', 'anyone', () => legal().then((module) => module.PrivacyPage)),
];

function auth() {
  return import('../features/auth/index.ts');
}

async function mailLinks() {
  return (await auth()).mailLinkPages();
}

function dashboard() {
  return import('../features/dashboard/index.ts');
}

function room() {
  return import('../features/room/index.ts');
}

function spaces() {
  // Whoever looks at the list opens one of them next.
  whenIdle(() => void room().catch(() => {}));
  return import('../features/spaces/index.ts');
}

function settings() {
  return import('../features/settings/index.ts');
}

function legal() {
  return import('../features/legal/index.ts');
}

function people() {
  return import('../features/people/index.ts');
}

export const otherPageAt = (at: string): PageRoute | undefined =>
  routes.find(({ path, pattern }) => (pattern ? pattern.test(at) : path === at));

function route(path: string, access: Access, load: () => Promise<ComponentType>): OtherRoute {
  return { path, access, place: path, ...page(access === 'anyone' ? load : () => guarded(access, load)) };
}

// The account's code comes with the pages that need it, and finds out who is signed in while they are on their way.
const guards = {
  everybody: () => import('./for-members.tsx').then((file) => file.forEverybody),
  invited: () => import('./for-members.tsx').then((file) => file.forInvited),
  visitors: () => import('./for-visitors.tsx').then((file) => file.forVisitors),
  members: () => import('./for-members.tsx').then((file) => file.forMembers),
};

async function guarded(access: keyof typeof guards, load: () => Promise<ComponentType>) {
  const [guard, Page] = await Promise.all([guards[access](), load()]);
  return guard(Page);
}

const { Page: NotFound } = page(() => import('./not-found.tsx').then((module) => module.NotFound));

export function OtherPages() {
  return (
    <Switch>
      <Route path="/login" component={ToSignIn} />
      <Route path="/files">
        <Redirect to="/settings/files" replace />
      </Route>
      {routes.map(({ path, pattern = path, place, Page }) => (
        <Route key={place} path={pattern} component={Page} />
      ))}
      <Route component={NotFound} />
    </Switch>
  );
}

function ToSignIn() {
  const search = useSearch();
  return <Redirect to={search ? `/signin?${search}` : '/signin'} replace />;
}
