import { afterEach, beforeEach, describe, expect, type Mock, onTestFinished, test, vi } from 'vitest';
import { registerUnsavedWork } from '../lib/drafts/unsaved-work.ts';
import { onSamePageNavigation } from '../lib/page/same-page-navigation.ts';
import { askBeforeTraversing, navigationHandler } from './navigation-handler.ts';

let arrive: () => void;
let here: string[];
const navigate = vi.fn();
const scrollTo = vi.fn();

let tab: EventTarget;

beforeEach(() => {
  vi.useFakeTimers();
  tab = new EventTarget();
  vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab));
  vi.stubGlobal('location', { href: 'https://polylogue.example/', pathname: '/', search: '' });
  vi.stubGlobal('scrollTo', scrollTo);
  navigate.mockReset();
  scrollTo.mockReset();
  here = ['/chat'];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const go = navigationHandler((path) => ({
  isLoaded: () => here.includes(path),
  prepare: () =>
    new Promise<void>((resolve, reject) => {
      arrive = resolve;
      if (path === '/broken') reject(new Error('offline'));
    }),
}));

test('a page whose code has loaded is shown immediately, from its top', () => {
  go(navigate, '/chat?a=b', {});
  expect(navigate).toHaveBeenCalledWith('/chat?a=b', {});
  expect(scrollTo).toHaveBeenCalledWith(0, 0);
});

test('a redirect and a link within a page do not scroll to the top', () => {
  go(navigate, '/chat', { replace: true });
  go(navigate, '/chat#end', {});
  expect(navigate).toHaveBeenCalledTimes(2);
  expect(scrollTo).not.toHaveBeenCalled();
});

test('the old page stays until the code of the new one has loaded', async () => {
  go(navigate, '/signin', {});
  await vi.advanceTimersByTimeAsync(900);
  expect(navigate).not.toHaveBeenCalled();
  arrive();
  await vi.advanceTimersByTimeAsync(0);
  expect(navigate).toHaveBeenCalledOnce();
});

test.each(['/slow', '/broken'])(
  'a page whose code does not load is opened all the same: %s',
  async (path) => {
    go(navigate, path, {});
    await vi.advanceTimersByTimeAsync(1_000);
    expect(navigate).toHaveBeenCalledOnce();
  },
);

test('of several navigations only the last one takes place', async () => {
  go(navigate, '/signin', {});
  go(navigate, '/chat', {});
  arrive();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(navigate.mock.calls).toEqual([['/chat', {}]]);
});

test('going back meanwhile cancels the navigation', async () => {
  go(navigate, '/signin', {});
  tab.dispatchEvent(new Event('popstate'));
  arrive();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(navigate).not.toHaveBeenCalled();
});

test('a page that stores its state in its address does not cancel a navigation', async () => {
  go(navigate, '/signin', {});
  go(navigate, '/?q=ada', { replace: true });
  expect(navigate.mock.calls).toEqual([['/?q=ada', { replace: true }]]);
  arrive();
  await vi.advanceTimersByTimeAsync(0);
  expect(navigate).toHaveBeenLastCalledWith('/signin', {});
});

test('a link to the open page adds nothing to the history, and the page is notified', async () => {
  here = ['/'];
  const heard = vi.fn();
  const stop = onSamePageNavigation(heard);
  await go(navigate, '/', {});
  expect(navigate.mock.calls).toEqual([['/', { replace: true }]]);
  expect(heard).toHaveBeenCalledOnce();
  await go(navigate, '/?view=archived', {});
  expect(navigate).toHaveBeenLastCalledWith('/?view=archived', {});
  stop();
  await go(navigate, '/', {});
  expect(heard).toHaveBeenCalledOnce();
});

test('a page with something unsaved stays until the user agrees to leave it', async () => {
  let answer = false;
  const saved = registerUnsavedWork({ words: () => 'your profile', confirmLeave: async () => answer });
  await go(navigate, '/chat', {});
  expect(navigate).not.toHaveBeenCalled();
  answer = true;
  await go(navigate, '/chat', {});
  expect(navigate).toHaveBeenCalledOnce();
  saved();
});

describe('Back of the browser', () => {
  const pressed = (info?: unknown, url = 'https://polylogue.example/chat') =>
    Object.assign(new Event('navigate', { cancelable: true }), {
      navigationType: 'traverse',
      destination: { key: 'before', url },
      info,
    });
  let answer: boolean;
  let navigation: EventTarget & { traverseTo: Mock };
  const back = (url?: string) => {
    const event = pressed(undefined, url);
    navigation.dispatchEvent(event);
    return event.defaultPrevented;
  };

  beforeEach(() => {
    navigation = Object.assign(new EventTarget(), {
      traverseTo: vi.fn((_key: string, { info }: { info: unknown }) => {
        const event = pressed(info);
        navigation.dispatchEvent(event);
        here = event.defaultPrevented ? ['stayed'] : ['gone'];
      }),
    });
    askBeforeTraversing(navigation as unknown as Navigation);
    onTestFinished(registerUnsavedWork({ words: () => 'your prompt', confirmLeave: async () => answer }));
  });

  test('leaves the page once the user has agreed', async () => {
    answer = true;
    expect(back()).toBe(true);
    await vi.waitFor(() => expect(here).toEqual(['gone']));
    expect(navigation.traverseTo).toHaveBeenCalledWith('before', expect.anything());
  });

  test('stays where the user wants to keep editing', async () => {
    answer = false;
    expect(back()).toBe(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(navigation.traverseTo).not.toHaveBeenCalled();
  });

  test('within the page asks nothing', () => {
    expect(back('https://polylogue.example/#m1')).toBe(false);
  });
});
