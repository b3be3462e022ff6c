import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const source = new URL('..', import.meta.url);
const files = (kind: string) =>
  globSync(`**/*.${kind}`, { cwd: source.pathname }).map(
    (file) => [file, readFileSync(new URL(file, source), 'utf8')] as const,
  );

/** The text without what applies only where motion is welcome. */
function whereUnwelcome(css: string): string {
  const start = css.indexOf('@media (prefers-reduced-motion: no-preference)');
  if (start < 0) return css;
  let depth = 0;
  let end = css.indexOf('{', start);
  do {
    if (css[end] === '{') depth += 1;
    if (css[end] === '}') depth -= 1;
    end += 1;
  } while (depth > 0);
  return css.slice(0, start) + whereUnwelcome(css.slice(end));
}

/** Seconds that each part of a list takes: its first time, as the second one is a delay. */
const times = (value: string) =>
  value.split(',').map((part) => {
    const [, number = '0', unit] = part.match(/var\(--(?:quick|soft)\)|(?<![\w.-])([\d.]+)(m?s)\b/) ?? [];
    return Number(number) * (unit === 'ms' ? 0.001 : 1);
  });

const declarations = (css: string) =>
  [...css.matchAll(/(?<![\w-])([\w-]+)\s*:\s*([^;{}]+)/g)].map(([, name = '', value = '']) => [name, value]);

test('where motion is unwelcome, nothing in any style sheet moves, fades or scrolls for longer than a blink [LOOK-18]', () => {
  const all = files('css');
  expect(all.length).toBeGreaterThan(50);
  const moving = all.flatMap(([file, css]) =>
    declarations(whereUnwelcome(css)).flatMap(([name = '', value = '']) => {
      const isLong = /^(transition|animation)/.test(name) && times(value).some((time) => time > 0.01);
      const isDuration = /^--(quick|soft)$/.test(name) && value.trim() !== '0s';
      const isSmooth = name === 'scroll-behavior' && value.trim() !== 'auto';
      return isLong || isDuration || isSmooth ? [`${file}: ${name}: ${value}`] : [];
    }),
  );
  expect(moving).toEqual([]);
});

/** Loops that show that something is going on, and delays. */
const loops = /^(?:breathe|crawl|appear 1ms 2s)\b/;

test('where motion is welcome, things come and go in 120 to 200 ms [LOOK-26]', () => {
  const tokens = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
  expect([...tokens.matchAll(/--(quick|soft): (0\.\d+s);/g)].map(([, ...token]) => token)).toEqual([
    ['quick', '0.12s'],
    ['soft', '0.2s'],
  ]);
  const others = files('css').flatMap(([file, css]) =>
    declarations(css).flatMap(([name = '', value = '']) => {
      const isMotion = /^(?:transition|animation)$/.test(name) && value !== 'none' && !loops.test(value);
      const parts = value.replace(/\([^()]*,[^()]*\)/g, '').split(',');
      const isOurs = parts.every((part) => /var\(--(?:quick|soft)\)/.test(part));
      return isMotion && !isOurs ? [`${file}: ${name}: ${value}`] : [];
    }),
  );
  expect(others).toEqual([]);
});

test('no script scrolls smoothly without asking whether motion is welcome [LOOK-18]', () => {
  const smooth = [...files('ts'), ...files('tsx')].filter(
    ([file, text]) => !file.endsWith('.test.ts') && /: 'smooth'(?! \|)/.test(text),
  );
  expect(smooth).not.toEqual([]);
  const asked =
    /const (\w+) = matchMedia\('\(prefers-reduced-motion: reduce\)'\)\.matches;[\s\S]*\b\1 \? 'instant' : 'smooth'/;
  for (const [, text] of smooth) expect(text).toMatch(asked);
});
