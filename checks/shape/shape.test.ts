import { expect, test } from 'vitest';
import { productFiles } from '../sources.ts';
import { shapesOf } from './shape.ts';

const shapes = productFiles().flatMap(([path, text]) =>
  shapesOf(path, text).map((shape) => ({ ...shape, where: `${path}:${shape.line} ${shape.name}` })),
);

test('no function is longer than 120 lines', () => {
  const long = shapes.filter(({ lines }) => lines > 120);
  expect(long.map(({ where, lines }) => `${where} has ${lines} lines`)).toEqual([]);
});

test('no function keeps more than five variables for the functions inside it: more is a reducer', () => {
  const full = shapes.filter(({ kept }) => kept.length > 5);
  expect(full.map(({ where, kept }) => `${where} keeps ${kept.join(', ')}`)).toEqual([]);
});

const shapeOf = (text: string, name: string) => shapesOf('a.ts', text).find((shape) => shape.name === name);

test.each([
  ['a variable that an inner function reads', 'let open = false; return () => open;', ['open']],
  ['a variable that an inner function sets', 'let n = 0; return { next() { n += 1; } };', ['n']],
  [
    'a field that an inner function sets',
    'const s = { at: 0, to: 1 }; return () => { s.at = 2; };',
    ['s.at'],
  ],
  ['one of several names', 'let [a, b] = pair(); return () => a;', ['a']],
])('%s is kept', (_, body, kept) => {
  expect(shapeOf(`function counter() { ${body} }`, 'counter')?.kept).toEqual(kept);
});

test.each([
  ['a variable used only in the function itself', 'let n = 0; n += 1; return n;'],
  ['a constant', 'const n = 0; return () => n;'],
  ['a variable of the inner function', 'return () => { let n = 0; n += 1; return n; };'],
])('%s is not kept', (_, body) => {
  expect(shapeOf(`function counter() { ${body} }`, 'counter')?.kept).toEqual([]);
});

test('a function is as long as the lines from its head to its last brace, however it is written', () => {
  const text = 'const a = () => {\n\n};\nfunction b() {\n}\nconst c = { d() {} };\n';
  expect(shapesOf('a.ts', text).map(({ name, line, lines }) => [name, line, lines])).toEqual([
    ['a', 1, 3],
    ['b', 4, 2],
    ['d', 6, 1],
  ]);
});
