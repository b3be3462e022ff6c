import { beforeEach, expect, test } from 'vitest';
import { stay, toast, toasts } from './toast.ts';

beforeEach(() => toast({ title: 'last test' })());

test('a toast says once that it is gone, whether it was closed or another took its place', () => {
  const gone: string[] = [];
  const close = toast({ title: 'one', onGone: () => gone.push('one') });
  expect(gone).toEqual([]);
  close();
  close();
  expect(gone).toEqual(['one']);
  toast({ title: 'two', onGone: () => gone.push('two') });
  toast({ title: 'three' });
  expect(gone).toEqual(['one', 'two']);
});

test('a toast is there until it is taken away', () => {
  const close = toast({ title: 'Settings saved', text: 'Now using Gemini Pro' });
  expect(toasts.read()).toMatchObject({ title: 'Settings saved', text: 'Now using Gemini Pro' });
  close();
  expect(toasts.read()).toBe(null);
});

test('a newer toast takes the place of an older [CONST-15]', () => {
  toast({ title: 'first' });
  toast({ title: 'second' });
  expect(toasts.read()?.title).toBe('second');
});

test('closing an older toast leaves the newer one alone', () => {
  const closeFirst = toast({ title: 'same' });
  toast({ title: 'same' });
  closeFirst();
  expect(toasts.read()?.title).toBe('same');
});

test('what went wrong or can be pressed stays longer', () => {
  expect(stay({ title: '', tone: 'destructive' })).toBeGreaterThan(stay({ title: '' }));
  expect(stay({ title: '', action: { label: 'Undo', act() {} } })).toBeGreaterThan(stay({ title: '' }));
});
