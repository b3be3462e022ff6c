import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

const root = join(import.meta.dirname, '../..');

/** The files that run in production: no tests, and nothing that only tests or the build use. */
const files = globSync('{packages/{contract,markdown,providers},apps/{server,web}}/src/**/*.{ts,tsx}', {
  cwd: root,
}).filter((file) => !/\.test\.tsx?$|\/(testing|faults)\//.test(file));

interface Written {
  pattern: RegExp;
  /** Where, as file and line. */
  places: string[];
}

interface Found {
  /** Every pattern written as a literal. */
  written: Written[];
  /** Where one is made from a string. */
  made: string[];
  /** The files that normalise text. */
  normalising: string[];
}

export function patternsOfProduct(): Found {
  const written = new Map<string, Written>();
  const made: string[] = [];
  const normalising = new Set<string>();
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8');
    const place = (start: number) => `${file}:${text.slice(0, start).split('\n').length}`;
    new Visitor({
      Identifier({ name, start }) {
        if (name === 'RegExp' && /^RegExp\s*\(/.test(text.slice(start))) made.push(place(start));
        if (name === 'normalize') normalising.add(file);
      },
      Literal(node) {
        if (!('regex' in node)) return;
        const pattern = new RegExp(node.regex.pattern, node.regex.flags);
        const places = written.get(String(pattern))?.places ?? [];
        written.set(String(pattern), { pattern, places: [...places, place(node.start)] });
      },
    }).visit(parseSync(file, text).program);
  }
  return { written: [...written.values()], made, normalising: [...normalising] };
}
