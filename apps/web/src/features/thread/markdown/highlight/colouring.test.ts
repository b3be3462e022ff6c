import { beforeAll, expect, test } from 'vitest';
import { type Colouring, startColouring } from './colouring.ts';
import { colours } from './colours.ts';
import { grammars } from './grammars.ts';
import { type LanguageId, languageOf } from './languages.ts';

/** A few lines of each language, as a reply would have them. */
const samples: Record<LanguageId, string> = {
  bash: 'if [ -f "$HOME/x" ]; then\n  echo "hi" # there\nfi',
  c: '#include <stdio.h>\nint main(void) { return 0; /* ok */ }',
  clojure: '(defn add [a b] ; two\n  (str "x" (+ a b)))',
  cpp: 'class A { public: int b = 1; }; // c\nstd::string s = "x";',
  csharp: 'public class A { string b = "x"; } // c',
  css: '.a { color: red; /* c */ margin: 1px; }',
  dart: 'void main() { print("hi"); } // c',
  diff: '@@ -1 +1 @@\n-old\n+new',
  docker: '# all\nFROM node:26\nCMD ["npm", "start"]',
  elixir: 'defmodule A do\n  def b, do: "x" # c\nend',
  go: 'package main\nfunc main() { x := "a" } // c',
  graphql: 'query A { user(id: 1) { name } } # c',
  haskell: 'main :: IO ()\nmain = putStrLn "x" -- c',
  html: '<p class="a">x</p><!-- c -->',
  ini: '[a]\nb = "c" ; d',
  java: 'public class A { int b = 1; } // c',
  javascript: 'const a = "b"; // c',
  json: '{ "a": [1, true, null] }',
  jsx: 'const a = <b c="d">{e}</b>;',
  julia: 'function f(x)\n  "a" # c\nend',
  kotlin: 'fun main() { val a = "b" } // c',
  latex: '\\section{A} % c\n$x^2$',
  lua: 'local a = "b" -- c',
  make: 'all: a.o # c\n\tcc -o x $<',
  markdown: '# A\n\n**b** `c`',
  mermaid: 'flowchart LR\n  A[a] --> B{b}',
  nix: '{ a = "b"; } # c',
  perl: 'my $a = "b"; # c',
  php: '<?php $a = "b"; // c',
  powershell: 'Get-Item -Path "a" # c',
  python: 'def f(x: int) -> str:\n    return "a"  # c',
  r: 'f <- function(x) "a" # c',
  ruby: 'def a(b) = "c" # d',
  rust: 'fn main() { let a = "b"; } // c',
  scala: 'object A { val b = "c" } // d',
  scss: '$a: 1px; .b { &:hover { color: $a; } } // c',
  sql: "SELECT a FROM b WHERE c = 'd' -- e",
  svelte: '<script>let a = 1;</script><p class="b">{a}</p>',
  swift: 'func a() -> String { "b" } // c',
  toml: '[a]\nb = "c" # d',
  tsx: 'const a: B = <c d="e" />;',
  typescript: 'type A = { b: string }; // c',
  vue: '<template><p :a="b">c</p></template>',
  xml: '<?xml version="1.0"?><a b="c"/>',
  yaml: 'a: "b" # c\nd: [1, true]',
  zig: 'const a: u8 = 1; // c',
};

let colouring: Colouring;
let block = 0;
beforeAll(async () => {
  // However busy the machine that tests.
  colouring = await startColouring(60_000);
});

async function coloursOf(language: LanguageId, code: string): Promise<Set<string | undefined>> {
  await colouring.prepare(language);
  block++;
  const found = new Set<string | undefined>();
  for (const line of code.split('\n')) {
    const pairs = colouring.line(block, language, line);
    let length = 0;
    for (let index = 0; index < pairs.length; index += 2) {
      length += pairs[index] ?? 0;
      found.add(colours[pairs[index + 1] ?? -1]);
    }
    expect(length, line).toBe(line.length);
  }
  found.delete('plain');
  return found;
}

test.each(Object.keys(grammars) as LanguageId[])('%s is coloured [CODE-14]', async (language) => {
  expect((await coloursOf(language, samples[language])).size).toBeGreaterThanOrEqual(2);
});

test('what nobody knows stays as it is [CODE-14]', () => {
  expect(languageOf('brainfuck')).toEqual({ id: null, name: 'brainfuck' });
  expect(languageOf('')).toBeNull();
});

test('a line of two megabytes is not even tried [CODE-15]', async () => {
  await colouring.prepare('javascript');
  const text = '('.repeat(2_000_000);
  const startedAt = process.cpuUsage();
  expect(colouring.line(++block, 'javascript', text)).toEqual([2_000_000, 0]);
  expect(process.cpuUsage(startedAt).user / 1_000).toBeLessThan(100);
});
