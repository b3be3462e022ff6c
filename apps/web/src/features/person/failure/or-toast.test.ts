import '../testing/browser.ts';
import { FetchError } from '@polylogue/contract/client';
import { expect, test } from 'vitest';
import { toasts } from '../../../ui/toast/toast.ts';
import { ModelError } from './model-error.ts';
import { orToast } from './or-toast.ts';

const busy = new FetchError(503, '{"message":"Wait a moment."}', { message: 'Wait a moment.' });

test.each([
  ['Failed to block user', new ModelError('Failed to block user', { cause: busy })],
  ['Something went wrong', busy],
])('what failed is a sentence, and never what came over the wire: %s', async (title, error) => {
  await orToast(Promise.reject(error), 'Done');
  expect(toasts.read()).toMatchObject({ tone: 'destructive', title, text: 'Wait a moment.' });
});
