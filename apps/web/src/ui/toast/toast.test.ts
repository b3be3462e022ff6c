import { beforeEach, expect, test } from 'vitest';
import { toast, toasts } from './toast.ts';
import { toastDuration } from './toast-duration.ts';

beforeEach(() => toast({ title: 'last test' })());

test('a toast reports once that it is gone, whether it was closed or replaced', () => {
  const gone: string[] = [];
  const close = toast({ title: 'one', onClose: () => gone.push('one') });
  expect(gone).toEqual([]);
  close();
  close();
  expect(gone).toEqual(['one']);
  toast({ title: 'two', onClose: () => gone.push('two') });
  toast({ title: 'three' });
  expect(gone).toEqual(['one', 'two']);
});

test('a toast stays until it is removed', () => {
  const close = toast({ title: 'Settings saved', text: 'Now using Gemini Pro' });
  expect(toasts.read()).toMatchObject({ title: 'Settings saved', text: 'Now using Gemini Pro' });
  close();
  expect(toasts.read()).toBe(null);
});

test('a newer toast replaces an older one [CONST-15]', () => {
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

test('a toast about a failure, or with a button, stays longer', () => {
  expect(toastDuration({ title: '', tone: 'destructive' })).toBeGreaterThan(toastDuration({ title: '' }));
  expect(toastDuration({ title: '', action: { label: 'Undo', act() {} } })).toBeGreaterThan(
    toastDuration({ title: '' }),
  );
});
