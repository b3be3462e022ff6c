import type { Locator, Page } from '@playwright/test';
import type { Imitation } from '@polylogue/imitation';
import { Chat } from './chat.ts';
import { type NamedMember, personPage } from './people.ts';
import { settingEntries } from './provider.ts';
import { box, choose, paste } from './room.ts';

// What `screen-pictures.ts` takes pictures of.

export interface Screen {
  name: string;
  path: string;
  /** What else is done before its picture is taken. */
  act?(page: Page): Promise<unknown>;
  /** Taken with letters twice as large, too. */
  isLarge?: boolean;
}

const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).first();
const press = (name: string | RegExp) => (page: Page) => button(page, name).click();

/** Without an account; `link`: an invitation. */
export function visitorScreens(link: string): Screen[] {
  return [
    { name: 'landing', path: '/', isLarge: true },
    { name: 'signin', path: '/signin' },
    { name: 'signup', path: '/signup', isLarge: true },
    { name: 'signup-error', path: '/signup', act: press(/^Sign up/i) },
    { name: 'forgot-password', path: '/forgot-password' },
    { name: 'reset-password-error', path: '/reset-password' },
    { name: 'verify-email', path: '/verify-email?code=nothing' },
    { name: 'terms', path: '/terms', isLarge: true },
    { name: 'privacy', path: '/privacy' },
    { name: 'not-found', path: '/nowhere' },
    { name: 'join-visitor', path: link, isLarge: true },
    { name: 'join-dead', path: `/spaces/join/${'x'.repeat(22)}` },
    { name: 'chat-empty-visitor', path: '/chat', isLarge: true },
    {
      name: 'api-configuration',
      path: '/chat#connect',
      act: (page) => new Chat(page).dialog.waitFor(),
    },
    { name: 'conversations-visitor', path: '/conversations' },
    { name: 'costs-visitor', path: '/costs' },
    { name: 'search-visitor', path: '/search' },
    { name: 'settings-visitor', path: '/settings' },
  ];
}

export function emptyScreens(): Screen[] {
  return ['/dashboard', '/spaces', '/conversations', '/community', '/notifications', '/search?q=nothing'].map(
    (path) => ({ name: `${path.slice(1).replace(/\W.*/, '')}-empty`, path }),
  );
}

const rich =
  '### How it rises\n\nAfter $t$ hours it is $V(t) = V_0 e^{kt}$, and\n\n$$\\int_0^4 V\\,dt = \\frac{V_0}{k}(e^{4k} - 1)$$\n\n```mermaid\ngraph LR\n  Flour --> Dough\n  Water --> Dough\n  Dough --> Bread\n```\n\n| Flour | Protein | Water | Salt | Time | Temperature | What it is good for |\n| --- | ---: | ---: | ---: | ---: | ---: | --- |\n| Rye | 8 % | 80 % | 2 % | 12 h | 24 °C | Dark loaves that keep for a week and longer |\n| Wheat | 11 % | 70 % | 2 % | 4 h | 26 °C | Nearly everything |\n\n> Someone who bakes.\n\n- [x] Weigh\n- [ ] Knead\n';

/** What a person does in an empty chat, each seen in a picture. */
function chatScreens(imitation: Imitation): Screen[] {
  async function waiting(page: Page, text: string) {
    imitation.hold();
    await new Chat(page).say(text);
  }
  const streaming = async (page: Page) => {
    await waiting(page, 'Which flour? /tokens 200 kind=mixed');
    imitation.release(60);
    await new Chat(page).replies.last().locator('p').first().waitFor();
  };
  const asked = async (page: Page) => void (await new Chat(page).ask('Which flour? /say Rye, and only rye.'));
  return [
    { name: 'chat-empty' },
    { name: 'chat-temporary', act: (page: Page) => new Chat(page).temporary.click() },
    { name: 'chat-commands', act: (page: Page) => new Chat(page).box.pressSequentially('/') },
    { name: 'chat-models', act: press(/^Provider and model/) },
    { name: 'chat-pasted', act: (page: Page) => paste(page, 'What somebody has pasted. '.repeat(400)) },
    {
      name: 'chat-waiting',
      async act(page: Page) {
        await waiting(page, 'Which flour? /tokens 200');
        await new Chat(page).dots.waitFor();
      },
    },
    { name: 'chat-streaming', act: streaming },
    {
      name: 'chat-queued',
      async act(page: Page) {
        await streaming(page);
        await new Chat(page).say('And for pizza?');
      },
    },
    { name: 'chat-rich', act: (page: Page) => new Chat(page).ask(`How does it rise? /say ${rich}`) },
    {
      name: 'chat-context',
      async act(page: Page) {
        await asked(page);
        await button(page, /^Context: /).click();
      },
    },
    {
      name: 'chat-find',
      async act(page: Page) {
        await asked(page);
        await page.keyboard.press('Control+f');
        await page.keyboard.type('rye');
      },
    },
    {
      name: 'chat-edit',
      async act(page: Page) {
        await asked(page);
        await new Chat(page).questions.last().hover();
        await button(page, 'Edit message').click();
      },
    },
    {
      name: 'chat-versions',
      async act(page: Page) {
        await asked(page);
        await button(page, 'Regenerate reply').click();
        await button(page, 'Previous version').waitFor();
      },
    },
    { name: 'chat-error', act: (page: Page) => refusedChat(page, imitation) },
  ].map((screen) => ({ path: '/chat', ...screen }));
}

function roomScreens(room: string): Screen[] {
  const panels = [
    'Invite people',
    'Costs of the AI',
    'Sessions',
    'Notifications',
    'Edit space',
    'Catch me up',
  ];
  return [
    { name: 'room', isLarge: true },
    { name: 'room-offline', act: (page: Page) => page.context().setOffline(true) },
    { name: 'room-members', act: press(/\bpeople\b/) },
    { name: 'room-menu', act: press('More about this space') },
    {
      name: 'room-ask',
      async act(page: Page) {
        await button(page, 'Ask AI').click();
        await box(page).fill('And without almonds?');
      },
    },
    { name: 'room-lend', act: press('Lend') },
    {
      name: 'room-lend-change',
      async act(page: Page) {
        await button(page, 'Lend').click();
        await button(page, 'Change…').click();
      },
    },
    ...panels.map((panel) => ({
      name: `room-${panel.toLowerCase().replaceAll(' ', '-')}`,
      act: (page: Page) => choose(page, panel),
    })),
  ].map((screen) => ({ path: room, ...screen }));
}

/** Of somebody with friends, conversations and spaces. */
export function fullScreens(
  imitation: Imitation,
  { room, empty }: { room: string; empty: string },
  grace: NamedMember,
  chats: { rtl: string; full: string },
): Screen[] {
  const settings = [
    ...['profile', 'pictures', 'account', 'sign-ins', 'appearance', 'models', 'instructions'],
    ...['notifications', 'privacy', 'blocked', 'files', 'data'],
  ];
  const offline = (page: Page) => page.context().setOffline(true);
  return [
    { name: 'dashboard', path: '/dashboard', isLarge: true },
    { name: 'dashboard-offline', path: '/dashboard', act: offline },
    { name: 'account-menu', path: '/dashboard', act: press('Your account') },
    { name: 'add-menu', path: '/dashboard', act: press('Add') },
    { name: 'bell', path: '/dashboard', act: press('Notifications') },
    { name: 'schedule-session', path: '/dashboard', act: press('Schedule Session') },
    ...chatScreens(imitation),
    { name: 'chat', path: chats.full, isLarge: true },
    { name: 'chat-right-to-left', path: chats.rtl },
    { name: 'chat-offline', path: chats.full, act: offline },
    {
      name: 'chat-configuration',
      path: chats.full,
      async act(page) {
        await new Chat(page).settings.click();
        await new Chat(page).dialog.waitFor();
      },
    },
    ...roomScreens(room),
    { name: 'room-empty', path: empty },
    { name: 'spaces', path: '/spaces', isLarge: true },
    { name: 'spaces-new', path: '/spaces?new', act: (page) => page.getByRole('dialog').waitFor() },
    { name: 'conversations', path: '/conversations', isLarge: true },
    {
      name: 'conversations-selected',
      path: '/conversations',
      act: (page) => page.getByRole('checkbox').nth(1).check({ force: true }),
    },
    { name: 'folder-new', path: '/conversations', act: press('New folder') },
    { name: 'costs', path: '/costs' },
    { name: 'community', path: '/community', isLarge: true },
    { name: 'profile', path: '/profile' },
    { name: 'person', path: personPage(grace) },
    {
      name: 'report',
      path: personPage(grace),
      async act(page) {
        await button(page, /^More about/).click();
        await page.getByRole('menuitem', { name: /^Report/ }).click();
      },
    },
    { name: 'notifications', path: '/notifications' },
    { name: 'search', path: '/search?q=flour' },
    { name: 'settings', path: '/settings' },
    ...settings.map((part) => ({
      name: `settings-${part}`,
      path: `/settings/${part}`,
      isLarge: part === 'account',
    })),
    { name: 'palette', path: '/dashboard', act: (page) => page.keyboard.press('Control+k') },
    { name: 'shortcuts', path: '/dashboard', act: (page) => page.keyboard.press('?') },
  ];
}

async function refusedChat(page: Page, imitation: Imitation) {
  const chat = new Chat(page);
  await page.evaluate((entries) => Object.assign(localStorage, entries), {
    ...settingEntries('openai', imitation.url),
    openai_api_key: 'rate-limited',
  });
  await page.reload();
  await chat.box.waitFor();
  await chat.say('Which flour?');
  await chat.toasts.waitFor();
  await page.evaluate(
    (entries) => Object.assign(localStorage, entries),
    settingEntries('openai', imitation.url),
  );
}
