import { parseSync } from 'oxc-parser';

/** A function of the product: where it begins, its lines, and how many variables it keeps for the functions inside it. */
export interface FunctionShape {
  name: string;
  /** The first line, from 1. */
  line: number;
  lines: number;
  /** `let`s that an inner function uses, and fields of an object made here that an inner function assigns. */
  kept: string[];
}

interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

function childrenOf(node: Node): Node[] {
  const found: Node[] = [];
  for (const [key, value] of Object.entries(node)) {
    if (key === 'parent') continue;
    if (Array.isArray(value)) found.push(...value.filter(isNode));
    else if (isNode(value)) found.push(value);
  }
  return found;
}

interface Scope {
  shape: FunctionShape;
  lets: Set<string>;
  objects: Set<string>;
  kept: Set<string>;
}

/** The functions of a file, with the state that each keeps. Names that an inner function declares anew are not told apart. */
export function shapesOf(path: string, text: string): FunctionShape[] {
  const { program } = parseSync(path, text);
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const lineOf = (offset: number) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
  const shapes: FunctionShape[] = [];

  /** The nearest function outside the innermost one that declares the name. */
  const keeperOf = (name: string, scopes: Scope[], of: 'lets' | 'objects') => {
    for (let at = scopes.length - 1; at >= 0; at -= 1) {
      if (scopes[at]?.[of].has(name)) return at < scopes.length - 1 ? scopes[at] : undefined;
    }
    return undefined;
  };

  const declare = (node: Node, scope: Scope | undefined) => {
    if (scope === undefined) return;
    for (const { id, init } of node.declarations as { id: Node; init: Node | null }[]) {
      if (node.kind === 'let') for (const name of namesIn(id)) scope.lets.add(name);
      else if (init?.type === 'ObjectExpression' && id.type === 'Identifier')
        scope.objects.add(id.name as string);
    }
  };

  const assign = (target: Node, scopes: Scope[]) => {
    if (target.type !== 'MemberExpression' || target.computed === true) return;
    const object = target.object as Node;
    if (object.type !== 'Identifier') return;
    const field = (target.property as { name: string }).name;
    keeperOf(object.name as string, scopes, 'objects')?.kept.add(`${object.name}.${field}`);
  };

  const visit = (node: Node, scopes: Scope[], name: string) => {
    if (FUNCTIONS.has(node.type)) {
      const own = (node.id as { name: string } | null | undefined)?.name ?? name;
      const line = lineOf(node.start);
      const shape = { name: own, line, lines: lineOf(node.end) - line + 1, kept: [] as string[] };
      const scope: Scope = { shape, lets: new Set(), objects: new Set(), kept: new Set() };
      const inside = [...scopes, scope];
      hoist(node, scope);
      for (const child of childrenOf(node)) visit(child, inside, '');
      shape.kept = [...scope.kept].sort();
      shapes.push(shape);
      return;
    }
    if (node.type === 'Identifier')
      keeperOf(node.name as string, scopes, 'lets')?.kept.add(node.name as string);
    if (node.type === 'AssignmentExpression') assign(node.left as Node, scopes);
    if (node.type === 'UpdateExpression') assign(node.argument as Node, scopes);
    const named =
      node.type === 'VariableDeclarator' && (node.id as Node).type === 'Identifier'
        ? ((node.id as Node).name as string)
        : node.type === 'Property' || node.type === 'MethodDefinition'
          ? (((node.key as Node).name as string | undefined) ?? '')
          : name;
    for (const child of childrenOf(node)) visit(child, scopes, named);
  };

  /** Declares what stands in the function itself, not in those inside it. */
  const hoist = (node: Node, scope: Scope) => {
    for (const child of childrenOf(node)) {
      if (FUNCTIONS.has(child.type)) continue;
      if (child.type === 'VariableDeclaration') declare(child, scope);
      hoist(child, scope);
    }
  };

  visit(program as unknown as Node, [], '');
  return shapes;
}

function namesIn(pattern: Node): string[] {
  if (pattern.type === 'Identifier') return [pattern.name as string];
  return childrenOf(pattern).flatMap(namesIn);
}
