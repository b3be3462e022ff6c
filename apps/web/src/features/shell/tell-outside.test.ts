import '../person/testing/browser.ts';
import type { Notification } from '@polylogue/contract';
import { expect, onTestFinished, test, vi } from 'vitest';

vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
const { tellingOutside } = await import('./tell-outside.ts');
const { tellingWhenAllowed } = await import('./tell-when-allowed.ts');

const notification = (kind: Notification['kind'], more: Partial<Notification> = {}): Notification => ({
  notification_id: `${kind}-1`,
  kind,
  created_at: 200,
  space_id: 'garden',
  space_name: 'Garden',
  by: null,
  message_id: 'm1',
  invitation_id: null,
  session_id: null,
  session_title: null,
  starts_at: null,
  text: 'Who has a key?',
  count: 0,
  is_read: false,
  ...more,
});

/** A page that was opened with one notification, from 100, and what its browser shows. */
async function page(isInView = false) {
  const shown = new Map<string, string>();
  let press = () => {};
  const went: string[] = [];
  const tellSince = tellingOutside({
    isInView: async () => isInView,
    show({ title, words, tag, path }, go) {
      shown.set(tag, `${title}: ${words}`);
      press = () => go(path);
    },
    close: (tag) => void shown.delete(tag),
  });
  const go = (path: string) => void went.push(path);
  const tell = (known: readonly Notification[]) => tellSince(known, 100, go);
  await tell([notification('session', { created_at: 100 })]);
  return { shown, tell, tellSince, went, press: () => press() };
}

test('what is new is shown outside the page with its first words, and a press leads to it [TELL-02]', async () => {
  const { shown, tell, went, press } = await page();
  await tell([notification('answer'), notification('mention', { created_at: 50 })]);
  expect([...shown]).toEqual([['m1', 'The AI has answered your question in Garden: Who has a key?']]);
  press();
  expect(went).toEqual(['/spaces/garden#m1']);
});

test('nothing is shown outside while a page is in view, nor later for the same [TELL-02]', async () => {
  const { shown, tell } = await page(true);
  await tell([notification('answer')]);
  expect(shown.size).toBe(0);
});

test('what was read or answered on another device goes from this one [TELL-02]', async () => {
  const { shown, tell } = await page();
  const both = [notification('answer'), notification('waiting', { count: 1, message_id: 'm2' })];
  await tell(both);
  expect([...shown.keys()]).toEqual(['m1', 'waiting-1']);
  await tell(both.map((one) => ({ ...one, is_read: one.kind === 'answer' })));
  expect([...shown.keys()]).toEqual(['waiting-1']);
  await tell([]);
  expect(shown.size).toBe(0);
});

test('questions that wait are one notification that counts up [TELL-02]', async () => {
  const { shown, tell } = await page();
  await tell([notification('waiting', { count: 1 })]);
  await tell([notification('waiting', { count: 2, created_at: 300, text: 'And now?' })]);
  expect([...shown.values()]).toEqual(['2 questions wait for a key in Garden: And now?']);
});

test('the first news after notifications were allowed is shown, too, and nothing from before [TELL-02]', async () => {
  const { shown, tellSince } = await page();
  const tell = tellingWhenAllowed(async () => tellSince);
  onTestFinished(() => void vi.stubGlobal('Notification', undefined));
  const before = notification('session', { created_at: 100 });
  vi.stubGlobal('Notification', { permission: 'default' });
  tell([before], () => {});
  vi.stubGlobal('Notification', { permission: 'granted' });
  tell([before, notification('answer', { message_id: 'm2' })], () => {});
  await vi.waitFor(() => expect([...shown.keys()]).toEqual(['m2']));
});
