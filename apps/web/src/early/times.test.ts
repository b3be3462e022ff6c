import { afterEach, expect, test, vi } from 'vitest';
import { prepareTimes } from './times.ts';

afterEach(() => void vi.unstubAllGlobals());

function open(pathname: string) {
  const document = new EventTarget();
  const DateTimeFormat = vi.fn(class {});
  vi.stubGlobal('location', { pathname });
  vi.stubGlobal('document', document);
  vi.stubGlobal('Intl', { DateTimeFormat });
  prepareTimes();
  return { DateTimeFormat, parsed: () => document.dispatchEvent(new Event('readystatechange')) };
}

test('a room prepares its times once its document is there, before its scripts', () => {
  const { DateTimeFormat, parsed } = open('/spaces/0190a5c2-7e1b-7c3d-8f4a-000000000001');
  expect(DateTimeFormat).not.toHaveBeenCalled();
  parsed();
  parsed();
  expect(DateTimeFormat).toHaveBeenCalledOnce();
});

test('no other page spends time on that', () => {
  const { DateTimeFormat, parsed } = open('/chat');
  parsed();
  expect(DateTimeFormat).not.toHaveBeenCalled();
});
