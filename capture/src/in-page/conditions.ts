/** State of the elements that match a selector, or of a text. */
export type Presence = 'invalid' | 'missing' | 'hidden' | 'shown';

/** Returns `shown` if any element for a CSS selector, or an XPath after `xpath=`, is visible. */
export function probeSelector(selector: string): Presence {
  const found: Node[] = [];
  try {
    if (selector.startsWith('xpath=')) {
      const type = XPathResult.ORDERED_NODE_SNAPSHOT_TYPE;
      const result = document.evaluate(selector.slice(6), document, null, type, null);
      for (let at = 0; at < result.snapshotLength; at += 1) {
        const node = result.snapshotItem(at);
        if (node !== null) found.push(node);
      }
    } else {
      found.push(...document.querySelectorAll(selector));
    }
  } catch {
    return 'invalid';
  }
  const elements = found.filter((node) => node instanceof Element);
  if (elements.length === 0) return 'missing';
  const isShown = elements.some((element) => {
    const { width, height } = element.getBoundingClientRect();
    const isSeen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    return isSeen && width >= 1 && height >= 1;
  });
  return isShown ? 'shown' : 'hidden';
}

/** Returns `shown` if the visible text of the page contains a text, whatever its white space. */
export function probeText(text: string): Presence {
  const [shown = '', wanted = ''] = [document.body?.innerText ?? '', text].map((one) =>
    one.replaceAll(/\s+/g, ' ').trim(),
  );
  return shown.includes(wanted) ? 'shown' : 'missing';
}

/** Defines the function by which a page says that it is ready. */
export function defineSignal(name: string): void {
  const note = (): void => {
    Object.defineProperty(globalThis, Symbol.for(name), { value: true, configurable: true });
  };
  Object.defineProperty(globalThis, 'shotwrightReady', { value: note, configurable: true });
}
