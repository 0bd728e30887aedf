type StepGlobals = typeof globalThis & {
  /** Elements that match the selector of the current step; none if it is not valid. */
  shotwrightFound?: readonly Element[] | undefined;
  /** Element of the current step. */
  shotwrightTarget?: Element | undefined;
};

/** State of the element of a step. Positions are its centre in the viewport. CSS pixels. */
export type StepTarget =
  | { readonly kind: 'invalid' | 'missing' | 'hidden' }
  | {
      readonly kind: 'shown';
      readonly x: number;
      readonly y: number;
      /** Element that lies above it: `div.overlay`. */
      readonly coveredBy: string | null;
    };

/**
 * Finds the elements for a CSS selector, in open shadow roots if there are none outside, or for an
 * XPath after `xpath=`.
 */
export function findStepElements(selector: string): void {
  const own = globalThis as StepGlobals;
  const found: Element[] = [];
  own.shotwrightFound = undefined;
  try {
    if (selector.startsWith('xpath=')) {
      const type = XPathResult.ORDERED_NODE_SNAPSHOT_TYPE;
      const result = document.evaluate(selector.slice(6), document, null, type, null);
      for (let at = 0; at < result.snapshotLength; at += 1) {
        const node = result.snapshotItem(at);
        if (node instanceof Element) found.push(node);
      }
    } else {
      found.push(...document.querySelectorAll(selector));
      const roots: (Document | ShadowRoot)[] = found.length === 0 ? [document] : [];
      for (const root of roots) {
        for (const { shadowRoot } of root.querySelectorAll('*')) {
          if (shadowRoot === null) continue;
          roots.push(shadowRoot);
          found.push(...shadowRoot.querySelectorAll(selector));
        }
      }
    }
    own.shotwrightFound = found;
  } catch {}
}

/** Brings the first visible element that was found into view. The functions below act on it. */
export function pointAtStepTarget(): StepTarget {
  const own = globalThis as StepGlobals;
  const { shotwrightFound: found } = own;
  own.shotwrightTarget = undefined;
  if (found === undefined) return { kind: 'invalid' };
  if (found.length === 0) return { kind: 'missing' };
  const shown = found
    .flatMap((element) => [
      element,
      // A box drawn by its label is itself often invisible.
      ...(element instanceof HTMLInputElement ? (element.labels ?? []) : []),
    ])
    .find((element) => {
      const { width, height } = element.getBoundingClientRect();
      const isSeen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      return isSeen && width >= 1 && height >= 1;
    });
  if (shown === undefined) return { kind: 'hidden' };
  const field = shown instanceof HTMLLabelElement ? shown.control : null;
  own.shotwrightTarget = found.includes(shown) ? shown : (field ?? shown);
  const place = shown.getBoundingClientRect();
  const isAbove = place.left < 0 || place.top < 0;
  if (isAbove || place.right > innerWidth || place.bottom > innerHeight)
    shown.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  // The first line of a link that is broken into several.
  const line = [...shown.getClientRects()].find(({ width, height }) => width >= 1 && height >= 1);
  const { left, top, width, height } = line ?? shown.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const root = shown.getRootNode();
  const hit = (root instanceof ShadowRoot ? root : document).elementFromPoint(x, y);
  const isLabelled = hit?.closest('label')?.control === shown;
  if (hit === null || shown.contains(hit) || hit.contains(shown) || isLabelled)
    return { kind: 'shown', x, y, coveredBy: null };
  const id = hit.id === '' ? '' : `#${hit.id}`;
  const name = hit.classList[0] === undefined ? '' : `.${hit.classList[0]}`;
  return { kind: 'shown', x, y, coveredBy: `${hit.localName}${id}${name}`.slice(0, 100) };
}

/** Puts the caret behind the text of the target, or selects its text. Returns false if it has none. */
export function selectStepText(isAll: boolean): boolean {
  const { shotwrightTarget: target } = globalThis as StepGlobals;
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
    if (target.disabled || target.readOnly) return false;
    target.focus();
    const { length } = target.value;
    try {
      target.setSelectionRange(isAll ? 0 : length, length);
    } catch {
      // Numbers, dates and email addresses have no caret.
      if (isAll) target.select();
    }
    return true;
  }
  if (!(target instanceof HTMLElement) || !target.isContentEditable) return false;
  target.focus();
  const selection = getSelection();
  selection?.selectAllChildren(target);
  if (!isAll) selection?.collapseToEnd();
  return true;
}

/** Shows dots instead of the text of the target. */
export function hideStepText(): void {
  const { shotwrightTarget: target } = globalThis as StepGlobals;
  if (target instanceof HTMLElement)
    target.style.setProperty('-webkit-text-security', 'disc', 'important');
}

/** Returns the origin of the document. */
export function originOfDocument(): string {
  return location.origin;
}

/**
 * Chooses the option of the target with a value or a label. Returns the labels that there are if none
 * matches; null if the target is no list.
 */
export function chooseStepOption(text: string): 'chosen' | readonly string[] | null {
  const { shotwrightTarget: target } = globalThis as StepGlobals;
  if (!(target instanceof HTMLSelectElement)) return null;
  const options = [...target.options];
  const wanted = text.trim();
  const option =
    options.find(({ value }) => value === wanted) ??
    options.find(({ label }) => label.trim() === wanted);
  if (option === undefined) return options.slice(0, 10).map(({ label }) => label.slice(0, 50));
  target.focus();
  if (target.multiple) option.selected = true;
  else target.value = option.value;
  target.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  target.dispatchEvent(new Event('change', { bubbles: true }));
  return 'chosen';
}

/** Returns true if the target is checked, as a field or by its role; null if it cannot be. */
export function isStepChecked(): boolean | null {
  const { shotwrightTarget: target } = globalThis as StepGlobals;
  const field = target instanceof HTMLLabelElement ? target.control : target;
  if (field instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(field.type))
    return field.checked;
  const checked = field?.getAttribute('aria-checked') ?? null;
  return checked === null ? null : checked === 'true';
}

/** Scrolls until the target is at the top. */
export function scrollToStepTarget(): void {
  const { shotwrightTarget: target } = globalThis as StepGlobals;
  target?.scrollIntoView({ block: 'start', inline: 'nearest', behavior: 'instant' });
}

/** Scrolls the target, and the frames around it, to the middle of the viewport. */
export function centerStepTarget(): void {
  const { shotwrightTarget: target } = globalThis as StepGlobals;
  target?.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
}

/** Navigates to a URL, as if a link had been clicked. */
export function openUrl(url: string): void {
  location.assign(url);
}
