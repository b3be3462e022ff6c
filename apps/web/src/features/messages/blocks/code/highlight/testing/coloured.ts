import { startColouring } from '../colouring.ts';
import { colours } from '../colours.ts';
import type { LanguageId } from '../languages.ts';
import { samples } from './samples.ts';

/** Every sample, and the same text marked up with its colours: `‹keyword const› a = ‹constant 1›;`. */
export async function colouredSamples(): Promise<{ language: string; code: string; coloured: string }[]> {
  const colouring = startColouring();
  const all = [];
  for (const [language, code] of Object.entries(samples) as [LanguageId, string][]) {
    await colouring.prepare(language);
    const lines = code.split('\n').map((line) => {
      const pairs = colouring.line(all.length, language, line);
      let at = 0;
      let coloured = '';
      for (let index = 0; index < pairs.length; index += 2) {
        const words = line.slice(at, at + (pairs[index] ?? 0));
        const colour = colours[pairs[index + 1] ?? 0];
        coloured += colour === 'plain' ? words : `‹${colour} ${words}›`;
        at += words.length;
      }
      return coloured;
    });
    all.push({ language, code, coloured: lines.join('\n') });
  }
  return all;
}
