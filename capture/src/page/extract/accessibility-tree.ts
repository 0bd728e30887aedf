import type { Protocol } from 'devtools-protocol';

/** Node of the accessibility tree, without those that assistive technology ignores. */
export interface AccessibleNode {
  readonly role: string;
  readonly name?: string;
  readonly value?: string | number | boolean;
  readonly level?: number;
  readonly checked?: string;
  readonly children?: readonly AccessibleNode[];
}

/** Parts of the text of a node, which repeat it. */
const repeatedRoles = new Set(['InlineTextBox', 'LineBreak']);
/** Roles without a meaning of their own. */
const plainRoles = new Set(['none', 'generic', 'presentation']);

/** Returns the accessibility tree of a page, and its outline as indented text. */
export function foldAccessibilityTree(nodes: readonly Protocol.Accessibility.AXNode[]): {
  readonly tree: readonly AccessibleNode[];
  readonly outline: string;
} {
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const seen = new Set<string>();
  const fold = (id: string): AccessibleNode[] => {
    const node = byId.get(id);
    // The tree comes from an untrusted page.
    if (node === undefined || seen.has(id)) return [];
    seen.add(id);
    const role = String(node.role?.value ?? '');
    if (repeatedRoles.has(role)) return [];
    const children = (node.childIds ?? []).flatMap(fold);
    const name = String(node.name?.value ?? '');
    const isPlain = plainRoles.has(role) && name === '';
    if (node.ignored || isPlain) return children;
    return [{ role, ...valuesOf(node, name), ...(children.length > 0 && { children }) }];
  };
  const roots = nodes.filter(({ parentId }) => parentId === undefined);
  const tree = roots.flatMap(({ nodeId }) => fold(nodeId));
  return { tree, outline: tree.map((node) => outlineOf(node, 0)).join('\n') };
}

function valuesOf(node: Protocol.Accessibility.AXNode, name: string): Omit<AccessibleNode, 'role'> {
  const property = (wanted: string): unknown =>
    node.properties?.find((one) => one.name === wanted)?.value.value;
  const value: unknown = node.value?.value;
  const level = property('level');
  const checked = property('checked');
  const isPlainValue =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return {
    ...(name !== '' && { name }),
    ...(isPlainValue && value !== '' && { value }),
    ...(typeof level === 'number' && { level }),
    ...(typeof checked === 'string' && { checked }),
  };
}

function outlineOf(node: AccessibleNode, depth: number): string {
  const { role, name, level, value, checked, children = [] } = node;
  const traits = Object.entries({ level, value, checked })
    .filter(([, one]) => one !== undefined)
    .map(([trait, one]) => ` [${trait}=${String(one)}]`);
  const quoted = name === undefined ? '' : ` ${JSON.stringify(name)}`;
  const line = `${'  '.repeat(depth)}- ${role}${quoted}${traits.join('')}`;
  // The text of a heading, link or button is its name.
  const shown = children.filter((child) => child.role !== 'StaticText' || child.name !== name);
  return [line, ...shown.map((child) => outlineOf(child, depth + 1))].join('\n');
}
