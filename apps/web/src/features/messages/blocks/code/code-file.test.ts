import { expect, test } from 'vitest';
import { codeFileName } from './code-file.ts';
import { languageOf } from './highlight/languages.ts';

test.each([
  ['py', 'code.py'],
  ['TypeScript', 'code.ts'],
  ['c++ {1,3}', 'code.cpp'],
  ['dockerfile', 'Dockerfile'],
  ['mermaid', 'diagram.mmd'],
  ['brainfuck', 'code.txt'],
  ['../../etc/passwd', 'code.txt'],
  ['', 'code.txt'],
])('code marked %j is saved as %s [CODE-09]', (info, name) => {
  expect(codeFileName(languageOf(info))).toBe(name);
});
