import { parseSync } from 'oxc-parser';

/** The names that a file defines and exports itself; what it only passes on is left out. */
export function definedNames(path: string, text: string): string[] {
  const { program } = parseSync(path, text);
  const found: string[] = [];
  for (const statement of program.body) {
    if (statement.type !== 'ExportNamedDeclaration' || statement.source !== null) continue;
    const { declaration } = statement;
    if (declaration === null) continue;
    if (declaration.type === 'VariableDeclaration') {
      for (const { id } of declaration.declarations) if (id.type === 'Identifier') found.push(id.name);
    } else if ('id' in declaration && declaration.id !== null && declaration.id.type === 'Identifier') {
      found.push(declaration.id.name);
    }
  }
  return [...new Set(found)];
}

/** The names that more than one of the files defines, with those files, by name. */
export function definedTwice(files: readonly [path: string, text: string][]): Map<string, string[]> {
  const places = new Map<string, string[]>();
  for (const [path, text] of files) {
    for (const name of definedNames(path, text)) places.set(name, [...(places.get(name) ?? []), path]);
  }
  return new Map([...places].filter(([, paths]) => paths.length > 1).sort(([a], [b]) => a.localeCompare(b)));
}
