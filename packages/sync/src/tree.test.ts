import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pathTo, type TreeNode } from './tree.ts';

/** Messages by their parents, each newer than the one before. */
const tree = (parents: Record<string, string | null>): TreeNode[] =>
  Object.entries(parents).map(([id, parent_id], created_at) => ({ id, parent_id, created_at }));

const idsOf = (nodes: readonly TreeNode[]) => nodes.map(({ id }) => id).join(' ');

function read(nodes: readonly TreeNode[], leaf: string | null = null) {
  const { path, forks } = pathTo(nodes, leaf);
  const branches = [...forks].map(([before, fork]) => [before, fork.map((way) => way && idsOf(way))]);
  return { path: idsOf(path), forks: Object.fromEntries(branches) };
}

const edited = tree({ q1: null, a1: 'q1', q2: 'a1', a2: 'q2', other: 'a1', answer: 'other' });

test('the path leads from the first message to the leaf, and the other branch waits beside it', () => {
  expect(read(edited, 'a2')).toEqual({ path: 'q1 a1 q2 a2', forks: { a1: [null, 'other answer'] } });
  expect(read(edited, 'answer')).toEqual({ path: 'q1 a1 other answer', forks: { a1: ['q2 a2', null] } });
});

test('without a leaf that is there, the newest message is shown', () => {
  expect(read(edited).path).toBe('q1 a1 other answer');
  expect(read(edited, 'gone').path).toBe('q1 a1 other answer');
});

test('two first questions are two ways to begin', () => {
  expect(read(tree({ one: null, two: null, reply: 'two' }), 'one')).toEqual({
    path: 'one',
    forks: { null: [null, 'two reply'] },
  });
});

test('a fork inside a branch that is not shown waits there, its newest way being part of the branch', () => {
  const nodes = tree({ q: null, a: 'q', b: 'q', b1: 'b', b2: 'b' });
  expect(read(nodes, 'a')).toEqual({ path: 'q a', forks: { q: [null, 'b b2'], b: ['b1', null] } });
});

test('of the end of a conversation, with nothing before it, the path is what is there', () => {
  expect(read(edited.slice(2, 4), 'a2').path).toBe('q2 a2');
});

test('messages that follow each other in a circle can still be read', () => {
  const { path, forks } = read(tree({ a: 'c', b: 'a', c: 'b', self: 'self' }), 'c');
  expect(`${path} ${Object.values(forks).flat().join(' ')}`).toContain('self');
  expect(path.split(' ')).toHaveLength(3);
});

test('no message of any tree is out of reach, and the shown branch of each fork is the one on the path', () => {
  const nodes = fc
    .array(fc.nat(12), { minLength: 1, maxLength: 12 })
    .map((parents) =>
      tree(Object.fromEntries(parents.map((parent, at) => [`m${at}`, parent > 11 ? null : `m${parent}`]))),
    );
  fc.assert(
    fc.property(nodes, fc.nat(12), (all, leaf) => {
      const { path, forks } = pathTo(all, `m${leaf}`);
      const reached = new Set(path.map(({ id }) => id));
      for (const fork of forks.values()) {
        expect(fork.filter((way) => way === null)).toHaveLength(1);
        for (const way of fork) for (const { id } of way ?? []) reached.add(id);
      }
      expect([...reached].sort()).toEqual(all.map(({ id }) => id).sort());
    }),
  );
});

test('a path of 100,000 messages is found without going deep', () => {
  const long = tree(
    Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`m${at}`, at ? `m${at - 1}` : null])),
  );
  expect(pathTo(long, 'm99999').path).toHaveLength(100_000);
});

test('a chain of messages is its path, and one that begins in a circle is still all there', () => {
  const chain = Array.from({ length: 5 }, (_, at) => ({
    id: `${at}`,
    parent_id: at === 0 ? null : `${at - 1}`,
    created_at: at,
  }));
  expect(pathTo(chain.toReversed(), '2')).toEqual({ path: chain, forks: new Map() });
  const circle = chain.with(0, { id: '0', parent_id: '4', created_at: 0 });
  expect(pathTo(circle, null).path).toHaveLength(5);
});
