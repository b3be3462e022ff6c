/** The languages that can be coloured: our id, the display name, and the other names used after code fences. */
const languages = [
  ['bash', 'Shell', 'sh shell zsh console shellscript shellsession'],
  ['c', 'C', 'h'],
  ['clojure', 'Clojure', 'clj'],
  ['cpp', 'C++', 'c++ cc cxx hpp'],
  ['csharp', 'C#', 'cs c#'],
  ['css', 'CSS', ''],
  ['dart', 'Dart', ''],
  ['diff', 'Diff', 'patch'],
  ['docker', 'Dockerfile', 'dockerfile'],
  ['elixir', 'Elixir', 'ex exs'],
  ['go', 'Go', 'golang'],
  ['graphql', 'GraphQL', 'gql'],
  ['haskell', 'Haskell', 'hs'],
  ['html', 'HTML', 'htm'],
  ['ini', 'INI', 'properties'],
  ['java', 'Java', ''],
  ['javascript', 'JavaScript', 'js mjs cjs node'],
  ['json', 'JSON', 'json5 jsonc jsonl'],
  ['jsx', 'JSX', ''],
  ['julia', 'Julia', 'jl'],
  ['kotlin', 'Kotlin', 'kt kts'],
  ['latex', 'LaTeX', 'tex'],
  ['lua', 'Lua', ''],
  ['make', 'Makefile', 'makefile'],
  ['markdown', 'Markdown', 'md'],
  ['mermaid', 'Mermaid', 'mmd'],
  ['nix', 'Nix', ''],
  ['perl', 'Perl', 'pl'],
  ['php', 'PHP', ''],
  ['powershell', 'PowerShell', 'ps1 ps pwsh'],
  ['python', 'Python', 'py python3'],
  ['r', 'R', ''],
  ['ruby', 'Ruby', 'rb'],
  ['rust', 'Rust', 'rs'],
  ['scala', 'Scala', ''],
  ['scss', 'SCSS', 'sass'],
  ['sql', 'SQL', 'postgres postgresql mysql sqlite'],
  ['svelte', 'Svelte', ''],
  ['swift', 'Swift', ''],
  ['toml', 'TOML', ''],
  ['tsx', 'TSX', ''],
  ['typescript', 'TypeScript', 'ts mts cts'],
  ['vue', 'Vue', ''],
  ['xml', 'XML', 'svg xsl'],
  ['yaml', 'YAML', 'yml'],
  ['zig', 'Zig', ''],
] as const;

export type LanguageId = (typeof languages)[number][0];

/** The language named after a code fence. `id` is null if we cannot colour it. */
export interface Grammar {
  id: LanguageId | null;
  name: string;
}

const byName = new Map<string, Grammar>();
for (const [id, name, others] of languages) {
  for (const known of [id, ...others.split(' ')]) byName.set(known, { id, name });
}

export function languageOf(info: string): Grammar | null {
  const word = /^[^\s{,:]+/.exec(info)?.[0];
  if (word === undefined) return null;
  return byName.get(word.toLowerCase()) ?? { id: null, name: word.slice(0, 40) };
}
