/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import {
  copiedSample,
  filledSample,
  keyRow,
  loadKeys,
  maskedKey,
  offerKeys,
} from './sample-key.ts';

/**
 * Returns the script of all pages of the documentation. It adds a button that copies each sample, fills
 * samples with a key of the reader, puts the focus into the search field on `/`, lists results while the
 * reader types, and marks the visible heading. The functions are sent as their source text and use only one another.
 */
export function docsScript(): string {
  const functions = [
    enhanceDocs,
    addCopyButton,
    addLiveResults,
    focusOnSlash,
    createResultList,
    resultLink,
    chooseByKey,
    markVisibleHeading,
    offerKeys,
    keyRow,
    loadKeys,
    filledSample,
    maskedKey,
    copiedSample,
  ];
  return `${functions.map(String).join('\n')}\nenhanceDocs();\n`;
}

/** Results below the search field. */
interface ResultList {
  show(results: readonly Record<string, unknown>[]): void;
  /** Moves the choice down (1) or up (-1). */
  move(step: number): void;
  /** Returns the chosen result, if there is one. */
  chosen(): HTMLElement | undefined;
  isOpen(): boolean;
  close(): void;
}

function enhanceDocs(): void {
  for (const figure of document.querySelectorAll('figure.code')) addCopyButton(figure);
  document.addEventListener('docs:sample', (event) => {
    if (event instanceof CustomEvent) addCopyButton(event.detail);
  });
  const field = document.querySelector<HTMLInputElement>('#search');
  const form = field?.closest('form');
  if (field && form) {
    focusOnSlash(field);
    addLiveResults(field, form);
  }
  markVisibleHeading();
  offerKeys();
}

function addCopyButton(figure: Element): void {
  const code = figure.querySelector('code');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  const state = document.createElement('span');
  state.className = 'hidden';
  state.setAttribute('role', 'status');
  const show = (result: string): void => {
    button.textContent = result;
    state.textContent = result;
    setTimeout(() => {
      button.textContent = 'Copy';
      state.textContent = '';
    }, 2_000);
  };
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(copiedSample(code?.textContent ?? ''));
    show('Copied');
  };
  button.addEventListener('click', () => {
    copy().catch(() => {
      // Without https, browsers have no clipboard: the reader copies the selected text.
      if (code) getSelection()?.selectAllChildren(code);
      show('Press Ctrl+C');
    });
  });
  figure.append(button, state);
}

function focusOnSlash(field: HTMLInputElement): void {
  document.addEventListener('keydown', (event) => {
    const { target } = event;
    const isTyping = target instanceof HTMLElement && target.closest('input, textarea, select');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
}

function addLiveResults(field: HTMLInputElement, form: HTMLFormElement): void {
  const list = createResultList(field, form);
  let request = new AbortController();
  const search = async (): Promise<void> => {
    request.abort();
    request = new AbortController();
    const { signal } = request;
    const text = field.value.trim();
    if (text === '') {
      list.close();
      return;
    }
    const response = await fetch(`/docs/search.json?q=${encodeURIComponent(text)}`, { signal });
    const { results } = await response.json();
    if (!signal.aborted && document.activeElement === field) list.show(results);
  };
  field.addEventListener('input', () => {
    // A newer request, or a server that is down: the form still leads to the results.
    search().catch(() => undefined);
  });
  field.addEventListener('keydown', (event) => chooseByKey(event, { field, list }));
  form.addEventListener('submit', () => request.abort());
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) list.close();
  });
}

function chooseByKey(
  event: KeyboardEvent,
  { field, list }: { readonly field: HTMLInputElement; readonly list: ResultList },
): void {
  const chosen = list.chosen();
  if (event.key === 'Escape' && list.isOpen()) list.close();
  else if (event.key === 'Escape') field.blur();
  else if (event.key === 'ArrowDown' && list.isOpen()) list.move(1);
  else if (event.key === 'ArrowUp' && list.isOpen()) list.move(-1);
  else if (event.key === 'Enter' && chosen) chosen.click();
  else return;
  event.preventDefault();
}

function createResultList(field: HTMLInputElement, form: HTMLFormElement): ResultList {
  const list = document.createElement('div');
  list.id = 'search-results';
  list.className = 'live-results';
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Search results');
  list.hidden = true;
  const count = document.createElement('span');
  count.className = 'hidden';
  count.setAttribute('role', 'status');
  form.append(list, count);
  field.setAttribute('role', 'combobox');
  field.setAttribute('aria-autocomplete', 'list');
  field.setAttribute('aria-controls', list.id);
  field.setAttribute('aria-expanded', 'false');
  let index = -1;
  const fill = (links: readonly HTMLElement[], text: string): void => {
    list.replaceChildren(...links);
    list.hidden = links.length === 0;
    count.textContent = text;
    index = -1;
    field.removeAttribute('aria-activedescendant');
    field.setAttribute('aria-expanded', String(links.length > 0));
  };
  const chosen = (): HTMLElement | undefined =>
    [...list.querySelectorAll('a')].find((_, position) => position === index);
  const close = (): void => fill([], '');
  return {
    show: (results) => {
      const links = results.slice(0, 7).map((result, position) => resultLink(result, position));
      for (const link of links) link.addEventListener('click', close);
      fill(links, links.length === 0 ? 'No results' : `${links.length} results`);
    },
    move: (step) => {
      const { length } = list.children;
      chosen()?.setAttribute('aria-selected', 'false');
      index = index < 0 && step < 0 ? length - 1 : (index + step + length) % length;
      chosen()?.setAttribute('aria-selected', 'true');
      chosen()?.scrollIntoView({ block: 'nearest' });
      field.setAttribute('aria-activedescendant', chosen()?.id ?? '');
    },
    chosen,
    isOpen: () => !list.hidden,
    close,
  };
}

function resultLink(result: Record<string, unknown>, position: number): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = String(result.url);
  link.id = `search-result-${position}`;
  link.tabIndex = -1;
  link.setAttribute('role', 'option');
  link.setAttribute('aria-selected', 'false');
  const title = document.createElement('strong');
  title.textContent = String(result.title);
  const page = document.createElement('small');
  page.textContent = result.page === result.title ? '' : String(result.page);
  const excerpt = document.createElement('span');
  excerpt.textContent = String(result.excerpt);
  link.append(title, ' ', page, excerpt);
  // The field keeps the focus, so that the list is not closed before the click.
  link.addEventListener('mousedown', (event) => event.preventDefault());
  return link;
}

/** Marks the heading at the top of the window in the list of headings. */
function markVisibleHeading(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.toc a')];
  const headings = links.map((link) => document.getElementById(link.hash.slice(1)));
  const update = (): void => {
    const current = headings.findLastIndex(
      (heading) => heading !== null && heading.getBoundingClientRect().top < 120,
    );
    for (const [position, link] of links.entries())
      if (position === current) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
  };
  addEventListener('scroll', update, { passive: true });
  update();
}
