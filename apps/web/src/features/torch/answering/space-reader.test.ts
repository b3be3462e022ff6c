import type { OwnSpace, PostRow } from '@polylogue/contract';
import type { ApiClient } from '@polylogue/contract/client';
import { expect, test } from 'vitest';
import { post } from '../testing/lender.ts';
import { readSpace } from './space-reader.ts';

const textFile = (file_id: string) => ({
  file_id,
  name: `${file_id}.txt`,
  media_type: 'text/plain',
  size: 100,
  url: `/files/${file_id}`,
  thumbnail_url: null,
});

/** A server whose newest messages are these, and which also has an older one. */
const serverWith = (messages: PostRow[], older?: PostRow) =>
  (async (name: string) => {
    if (name.endsWith('/:message_id')) return { message: older, people: [{ user_id: older?.by_id }] };
    if (name.endsWith('/messages')) return { messages, people: [{ user_id: 'ben' }] };
    return name.endsWith('/:space_id') ? ({ space: {} } as OwnSpace) : [];
  }) as unknown as ApiClient;

test('a question that is further back than what is read is read all the same, with its files', async () => {
  const question = post(1, 'ada', 'What does it say?', { files: [textFile('here')] });
  const fetchFile = async () => new Blob(['What it says']);
  const needs = { call: serverWith([post(300, 'ben', 'Later')], question), fetchFile, isText: () => true };
  const { rows, people, texts } = await readSpace(needs, 'space', 300, new AbortController().signal, 'm1');
  expect(rows).toContain(question);
  expect([...people.keys()]).toEqual(['ben', 'ada']);
  expect(texts.get('here')).toBe('What it says');
});

test('what is pinned is read all the same, however far back it is [PIN-01]', async () => {
  const pinned = post(2, 'eve', 'The rules', { files: [textFile('rules')] });
  const call = (async (name: string) => {
    if (name.endsWith('/pins'))
      return { messages: [pinned, post(300, 'ben', 'Later')], people: [{ user_id: 'eve' }] };
    if (name.endsWith('/messages')) return { messages: [post(300, 'ben', 'Later')], people: [], next: 300 };
    return name.endsWith('/:space_id') ? { space: { pins: ['m2', 'm300'] } } : [];
  }) as unknown as ApiClient;
  const needs = { call, fetchFile: async () => new Blob(['Be kind']), isText: () => true };
  const { rows, older, people, texts } = await readSpace(needs, 'space', 300, new AbortController().signal);
  expect(rows.map((row) => 'number' in row && row.number)).toEqual([300, 2]);
  // It is none of those in between.
  expect(older).toBe(300);
  expect([...people.keys()]).toEqual(['eve']);
  expect(texts.get('rules')).toBe('Be kind');
});

test('text files are read at the same time; one that is deleted or late is left out', async () => {
  const files = ['deleted', 'late', 'here'].map(textFile);
  const call = serverWith([post(1, 'ben', '', { files })]);
  const time = new AbortController();
  async function fetchFile(url: string, signal: AbortSignal): Promise<Blob> {
    if (url === '/files/deleted') throw new Error('404');
    if (url === '/files/here') return new Blob(['What it says']);
    const late = Promise.withResolvers<Blob>();
    signal.addEventListener('abort', () => late.reject(signal.reason));
    // The others have been asked for by now.
    setTimeout(() => time.abort(), 0);
    return late.promise;
  }
  const { texts } = await readSpace({ call, fetchFile, isText: () => true }, 'space', 1, time.signal);
  expect(texts).toEqual(new Map([['here', 'What it says']]));
});
