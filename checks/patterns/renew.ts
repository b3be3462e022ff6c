import { worstFor } from './cost.ts';
import { harmless, slow } from './examples.ts';
import { patternsOfProduct } from './source.ts';
import { checker, keepVerdicts, keptVerdicts, unsearched, verdictsOn } from './verdicts.ts';

// Searches the patterns that are new or changed, and keeps the verdicts, so that `npm test` need not search them again.
const { written } = patternsOfProduct();
const wrong: string[] = [];
if (keptVerdicts().checker !== checker()) {
  for (const one of slow) if (!worstFor(one)) wrong.push(`${one} is not found to take long`);
  for (const one of harmless) if (worstFor(one)) wrong.push(`${one} is found to take long`);
}
const searched = unsearched(written);
for (const { pattern, places } of searched) {
  const attack = worstFor(pattern);
  if (attack) wrong.push(`${places.join(', ')} ${pattern} takes long on ${JSON.stringify(attack)}`);
}
for (const line of wrong) console.error(line);
if (wrong.length === 0) keepVerdicts(verdictsOn(written.map(({ pattern }) => pattern)));
console.log(`Patterns: ${written.length}, ${searched.length} of them searched anew.`);
process.exitCode = wrong.length > 0 ? 1 : 0;
