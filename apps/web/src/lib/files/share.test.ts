import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { canShare, share } from './share.ts';

const log = vi.spyOn(console, 'error').mockImplementation(() => {});
const device = (answer: () => Promise<void>) => vi.stubGlobal('navigator', { share: vi.fn(answer) });

beforeEach(() => log.mockClear());
afterEach(() => vi.unstubAllGlobals());

test('a device without a share feature says so', () => {
  vi.stubGlobal('navigator', {});
  expect(canShare()).toBe(false);
});

test('the device is asked to share', async () => {
  device(async () => {});
  expect(await share({ text: 'hello' })).toBe('shared');
  expect(navigator.share).toHaveBeenCalledWith({ text: 'hello' });
});

test('cancelling is not an error [ERR-13]', async () => {
  device(async () => Promise.reject(new DOMException('cancelled', 'AbortError')));
  expect(await share({ text: 'hello' })).toBe('cancelled');
  expect(log).not.toHaveBeenCalled();
});

test('any other failure to share is only logged [ERR-12]', async () => {
  const failure = new TypeError('not allowed');
  device(async () => Promise.reject(failure));
  expect(await share({ text: 'hello' })).toBe('failed');
  expect(log).toHaveBeenCalledWith('Error sharing', failure);
});
