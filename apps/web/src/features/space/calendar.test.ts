import { expect, test } from 'vitest';
import { calendarFile } from './calendar.ts';

const session = {
  session_id: '0190a5c2-7e1b-7c3d-8f4a-1b2c3d4e5f60',
  seq: 7,
  title: 'Reading; with Ada, and others',
  starts_at: Date.UTC(2026, 11, 1, 19),
  minutes: 90,
};
const file = (title: string | null) =>
  calendarFile({ ...session, title }, 'Book club', 'https://chat.example/spaces/1', Date.UTC(2026, 10, 23));

test('a calendar shows when a session begins and ends, and its name [SPACE-09]', () => {
  const text = file(session.title);
  expect(text).toContain('\r\nDTSTART:20261201T190000Z\r\nDTEND:20261201T203000Z\r\n');
  expect(text).toContain('\r\nSUMMARY:Reading\\; with Ada\\, and others\r\n');
  expect(text).toContain('\r\nSEQUENCE:7\r\n');
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
});

test('a session without a title is named after its space', () => {
  expect(file(null)).toContain('\r\nSUMMARY:Book club\r\n');
});

test('no line is longer than 75 bytes, and no letter is lost', () => {
  const text = file('Übung 🧵 '.repeat(9));
  for (const line of text.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThan(76);
  expect(text.replaceAll('\r\n ', '')).toContain('Übung 🧵 '.repeat(9));
});
