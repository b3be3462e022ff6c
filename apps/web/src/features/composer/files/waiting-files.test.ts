import { expect, test } from 'vitest';
import { afterFileEvent, type FileEvent, type WaitingFile } from './waiting-files.ts';

type Event = FileEvent<string, never>;

const file = new File(['meow'], 'cat.png');
const cat: WaitingFile<string> = {
  id: 'cat',
  name: 'cat.png',
  mediaType: 'image/png',
  size: 4,
  state: { type: 'reading' },
  file,
  kind: null,
  ready: null,
};
const dog = { ...cat, id: 'dog', name: 'dog.png' };

const after = (...events: Event[]) => events.reduce(afterFileEvent<string, never>, []);
const added: Event = { type: 'added', files: [cat, dog] };
const question = { candidates: [], choose: () => {} };

test.each<[string, Event[], Partial<WaitingFile<string>>]>([
  ['is asked about', [{ type: 'read', id: 'cat', found: { question } }], { question }],
  [
    'is answered',
    [
      { type: 'read', id: 'cat', found: { question } },
      { type: 'read', id: 'cat', found: { question: null } },
    ],
    { question: null },
  ],
  ['is read', [{ type: 'read', id: 'cat', found: { note: 'Scaled' } }], { note: 'Scaled' }],
  [
    'is uploaded',
    [{ type: 'moved', id: 'cat', to: { type: 'uploading', share: 0.5 } }],
    { state: { type: 'uploading', share: 0.5 } },
  ],
  [
    'is ready',
    [{ type: 'ready', id: 'cat', ready: 'address' }],
    { state: { type: 'ready' }, ready: 'address' },
  ],
  [
    'is made ready once more, and keeps what it had until then, also if that fails',
    [
      { type: 'ready', id: 'cat', ready: 'address' },
      { type: 'moved', id: 'cat', to: { type: 'reading' } },
      { type: 'moved', id: 'cat', to: { type: 'failed', why: 'Too large', canRetry: true } },
    ],
    { state: { type: 'failed', why: 'Too large', canRetry: true }, ready: 'address' },
  ],
])('a file beside the text box %s, and no other', (_, events, expected) => {
  expect(after(added, ...events)).toEqual([{ ...cat, ...expected }, dog]);
});

test('what comes of a removed file changes nothing', () => {
  const late: Event[] = [
    { type: 'removed', ids: ['cat'] },
    { type: 'ready', id: 'cat', ready: 'address' },
  ];
  expect(after(added, ...late)).toEqual([dog]);
});
