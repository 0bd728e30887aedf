import type { Protocol } from 'devtools-protocol';
import {
  componentSelectors,
  keepClosedRoot,
  mayHaveClosedRoots,
} from '../../in-page/full-page/closed-roots.ts';
import type { CapturePage } from '../capture-page.ts';
import { evaluate, withinLimit } from '../evaluate.ts';
import { isWithoutScripts } from '../script-detection.ts';

/** Closed shadow roots that are looked into, at most. */
const maxRoots = 200;

/** Hands closed shadow roots to the functions that record and pin the layout, if there may be any. */
export async function openClosedRoots(page: CapturePage): Promise<void> {
  const { withScripts, withoutScripts } = componentSelectors;
  const components = (await isWithoutScripts(page)) ? withoutScripts : withScripts;
  if (await evaluate(page, mayHaveClosedRoots, components)) await keepClosedRoots(page);
}

/** Hands closed shadow roots to the functions that look for animations and pin the layout. */
export async function keepClosedRoots(page: CapturePage): Promise<void> {
  const { session } = page;
  const { root } = await withinLimit(
    page,
    session.send('DOM.getDocument', { depth: -1, pierce: true }),
  );
  // Reading the document also subscribes to its changes.
  await withinLimit(page, session.send('DOM.disable'));
  for (const id of closedRootsOf(root).slice(0, maxRoots)) {
    await withinLimit(
      page,
      page
        .executionContext()
        .callOn(id, keepClosedRoot)
        // A root that has been removed since has nothing to pin.
        .catch(() => undefined),
    );
  }
}

function closedRootsOf(node: Protocol.DOM.Node): number[] {
  const { shadowRoots = [], children = [], shadowRootType, backendNodeId } = node;
  return [
    ...(shadowRootType === 'closed' ? [backendNodeId] : []),
    ...[...shadowRoots, ...children].flatMap((child) => closedRootsOf(child)),
  ];
}
