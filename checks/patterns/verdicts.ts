import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// Which patterns were searched for a text that takes them long, and none was found.

interface Verdicts {
  /** What searched: another way of searching, or another engine, may find more. */
  checker: string;
  /** Hashes of the patterns. */
  harmless: string[];
}

const path = join(import.meta.dirname, 'verdicts.json');

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 20);

export function checker(): string {
  const code = ['attack.ts', 'cost.ts'].map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'));
  return hashOf([process.versions.v8, ...code].join('\n'));
}

export const verdictsOn = (patterns: readonly RegExp[]): Verdicts => ({
  checker: checker(),
  harmless: patterns.map((pattern) => hashOf(String(pattern))).sort(),
});

export const keptVerdicts = (): Verdicts => JSON.parse(readFileSync(path, 'utf8')) as Verdicts;

export function keepVerdicts(verdicts: Verdicts) {
  writeFileSync(path, `${JSON.stringify(verdicts, null, 2)}\n`);
}

/** Those that were not searched yet, or only by another checker. */
export function unsearched<One extends { pattern: RegExp }>(written: readonly One[]): One[] {
  const { checker: kept, harmless } = keptVerdicts();
  if (kept !== checker()) return [...written];
  const known = new Set(harmless);
  return written.filter(({ pattern }) => !known.has(hashOf(String(pattern))));
}
