/** A message, as far as its place is concerned. */
export interface TreeNode {
  id: string;
  /** The message that it follows; null: it begins the conversation. */
  parent_id: string | null;
  /** Milliseconds since 1970. */
  created_at: number;
}

/**
 * The ways in which a conversation continues after one message, oldest first: what follows it up to the newest leaf,
 * and null for the one that is shown.
 */
export type Branches<Node> = readonly (readonly Node[] | null)[];

export interface Path<Node> {
  /** From the first message to the leaf. */
  path: Node[];
  /** By the id of the message before the fork; null: at the beginning. Only where there is more than one way. */
  forks: Map<string | null, Branches<Node>>;
}

/**
 * A tree as the list on the screen and its other branches. The path leads to `leaf`, or else to the newest message, and
 * on to what continues it. A message whose parent is missing begins the conversation: nothing that is stored can be out
 * of reach.
 */
export function pathTo<Node extends TreeNode>(nodes: Iterable<Node>, leaf: string | null): Path<Node> {
  const all = [...nodes].sort(byAge);
  // Most conversations: nothing to choose, and of 20,000 messages the rest would hold up the page.
  if (isChain(all)) return { path: all, forks: new Map() };
  const tree = treeOf(all);
  const shown = (leaf === null ? undefined : tree.byId.get(leaf)) ?? newest(tree);
  // What continues the leaf may have come without it.
  const last = shown && walkDown(tree, shown).at(-1);
  const path = last ? walkUp(tree, last) : [];
  const onPath = new Set(path.map(({ id }) => id));
  const forks = new Map<string | null, Branches<Node>>();
  for (const [parent, children] of tree.children) {
    if (children.length < 2) continue;
    const isShown = children.some(({ id }) => onPath.has(id));
    // A fork inside a branch that is not shown: what would be shown of it is in that branch.
    const main = isShown ? null : newestChild(tree, children);
    forks.set(
      parent,
      children.map((child) => (onPath.has(child.id) || child === main ? null : walkDown(tree, child))),
    );
  }
  return { path, forks };
}

/** Whether each message follows the one before it. */
function isChain(all: readonly TreeNode[]): boolean {
  const [first] = all;
  if (first && first.parent_id !== null && all.some(({ id }) => id === first.parent_id)) return false;
  return all.every(({ parent_id }, at) => at === 0 || parent_id === all[at - 1]?.id);
}

interface Tree<Node> {
  byId: ReadonlyMap<string, Node>;
  parents: ReadonlyMap<string, string | null>;
  /** Oldest first; by the id of their parent. */
  children: ReadonlyMap<string | null, readonly Node[]>;
  /** The newest message at or below each. */
  newestBelow: ReadonlyMap<string, Node>;
}

function treeOf<Node extends TreeNode>(nodes: Iterable<Node>): Tree<Node> {
  const all = [...nodes].sort(byAge);
  const byId = new Map(all.map((node) => [node.id, node]));
  const parents = parentsOf(all, byId);
  const children = Map.groupBy(all, ({ id }) => parents.get(id) ?? null);
  const newestBelow = new Map<string, Node>();
  // From the newest on, each passes itself up until an ancestor knows a newer one.
  for (const node of all.toReversed()) {
    for (let at: string | null = node.id; at !== null && !newestBelow.has(at); at = parents.get(at) ?? null) {
      newestBelow.set(at, node);
    }
  }
  return { byId, parents, children, newestBelow };
}

/** Parents that are there. A circle is opened at one of its messages. */
function parentsOf(
  all: readonly TreeNode[],
  byId: ReadonlyMap<string, TreeNode>,
): Map<string, string | null> {
  const parents = new Map(
    all.map(({ id, parent_id }) => [id, parent_id !== null && byId.has(parent_id) ? parent_id : null]),
  );
  const done = new Set<string>();
  for (const { id } of all) {
    const way = new Set<string>();
    let at: string | null = id;
    while (at !== null && !done.has(at) && !way.has(at)) {
      way.add(at);
      at = parents.get(at) ?? null;
    }
    if (at !== null && way.has(at)) parents.set(at, null);
    for (const one of way) done.add(one);
  }
  return parents;
}

function walkUp<Node extends TreeNode>({ byId, parents }: Tree<Node>, last: Node): Node[] {
  const path: Node[] = [];
  for (let at: Node | undefined = last; at; at = byId.get(parents.get(at.id) ?? '')) path.push(at);
  return path.reverse();
}

function walkDown<Node extends TreeNode>(tree: Tree<Node>, from: Node): Node[] {
  const way: Node[] = [];
  for (let at: Node | undefined = from; at; ) {
    way.push(at);
    at = newestChild(tree, tree.children.get(at.id) ?? []);
  }
  return way;
}

function newestChild<Node extends TreeNode>({ newestBelow }: Tree<Node>, children: readonly Node[]) {
  return children.toSorted((one, other) => byAge(below(one), below(other))).at(-1);
  function below(node: Node): Node {
    return newestBelow.get(node.id) ?? node;
  }
}

function newest<Node extends TreeNode>({ byId }: Tree<Node>): Node | undefined {
  return [...byId.values()].sort(byAge).at(-1);
}

/** Oldest first; ids are made in order, so they decide between two of the same millisecond. */
function byAge(one: TreeNode, other: TreeNode): number {
  return one.created_at - other.created_at || (one.id < other.id ? -1 : 1);
}
