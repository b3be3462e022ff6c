import type { Grammar, LanguageId } from './highlight/languages.ts';

/** Files that have a fixed name. */
const names = {
  docker: 'Dockerfile',
  make: 'Makefile',
  mermaid: 'diagram.mmd',
} as const satisfies Partial<Record<LanguageId, string>>;

/** The file extension for each language. */
const endings: Record<Exclude<LanguageId, keyof typeof names>, string> = {
  bash: 'sh',
  c: 'c',
  clojure: 'clj',
  cpp: 'cpp',
  csharp: 'cs',
  css: 'css',
  dart: 'dart',
  diff: 'diff',
  elixir: 'ex',
  go: 'go',
  graphql: 'graphql',
  haskell: 'hs',
  html: 'html',
  ini: 'ini',
  java: 'java',
  javascript: 'js',
  json: 'json',
  jsx: 'jsx',
  julia: 'jl',
  kotlin: 'kt',
  latex: 'tex',
  lua: 'lua',
  markdown: 'md',
  nix: 'nix',
  perl: 'pl',
  php: 'php',
  powershell: 'ps1',
  python: 'py',
  r: 'r',
  ruby: 'rb',
  rust: 'rs',
  scala: 'scala',
  scss: 'scss',
  sql: 'sql',
  svelte: 'svelte',
  swift: 'swift',
  toml: 'toml',
  tsx: 'tsx',
  typescript: 'ts',
  vue: 'vue',
  xml: 'xml',
  yaml: 'yaml',
  zig: 'zig',
};

/** The file name for a block of code. A language we do not know is plain text to us. */
export function codeFileName(language: Grammar | null): string {
  const id = language?.id ?? null;
  if (id === null) return 'code.txt';
  return id in names ? names[id as keyof typeof names] : `code.${endings[id as keyof typeof endings]}`;
}
