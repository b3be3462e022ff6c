/** Something to fill in before a prompt is written: `{{name}}`, `{{name=default}}`, `{{name:one|two}}`, `{{name:one|two=two}}`. */
export interface Variable {
  name: string;
  /** What may be chosen; null: any text. */
  choices: readonly string[] | null;
  /** What it is unless something else is said. */
  usual: string;
}

// Bounded, so that no text makes it slow; without braces inside, so that code with doubled braces stays as it is.
const place = /\{\{([^{}\n]{1,500})\}\}/g;

/** Those of a text, in the order in which they occur; of a name that occurs more than once, the first. */
export function variablesOf(text: string): Variable[] {
  const found = new Map<string, Variable>();
  for (const [, inside = ''] of text.matchAll(place)) {
    const variable = variableIn(inside);
    if (variable && !found.has(variable.name)) found.set(variable.name, variable);
  }
  return [...found.values()];
}

/** The text with values in place of its variables. */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(place, (whole, inside: string) => {
    const variable = variableIn(inside);
    if (!variable) return whole;
    return Object.hasOwn(values, variable.name) ? (values[variable.name] ?? '') : variable.usual;
  });
}

function variableIn(inside: string): Variable | null {
  const [, name = '', listed, usual] = /^([^:=|]{1,80})(?::([^=]*))?(?:=(.*))?$/.exec(inside) ?? [];
  if (!/[\p{L}\p{N}_]/u.test(name)) return null;
  const choices = listed
    ?.split('|')
    .map((choice) => choice.trim())
    .filter((choice) => choice !== '');
  const isChoice = choices !== undefined && choices.length > 0;
  const given = usual?.trim() ?? '';
  return {
    name: name.trim(),
    choices: isChoice ? [...new Set(choices)] : null,
    usual: isChoice && !choices.includes(given) ? (choices[0] ?? '') : given,
  };
}
