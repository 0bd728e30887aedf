/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/** An API key as the dashboard lists it. */
interface ListedKey {
  readonly name: string;
  readonly key: string;
  readonly livemode: boolean;
  readonly isActive: boolean;
  readonly expiresAt: string | null;
}

/**
 * Adds a list of the reader's API keys above the samples, if the reader is signed in. One call loads
 * the keys on demand; the chosen one is kept in this tab. Samples show it masked.
 */
export function offerKeys(): void {
  const samples = [...document.querySelectorAll('figure.code code')]
    .map((code) => ({ code, text: code.textContent }))
    .filter(({ text }) => text.includes('SHOTWRIGHT_API_KEY'));
  const isSignedIn = localStorage.getItem('isAuthenticated') === 'true';
  if (!isSignedIn && sessionStorage.getItem('docsKeyName') !== null) {
    sessionStorage.removeItem('docsKey');
    sessionStorage.removeItem('docsKeyName');
  }
  const place = document.querySelector('h1 + p') ?? document.querySelector('h1');
  if (!isSignedIn || samples.length === 0 || place === null) return;
  const select = document.createElement('select');
  const fill = (): void => {
    const key = sessionStorage.getItem('docsKey') ?? '';
    const isChosen = sessionStorage.getItem('docsKeyName') !== null;
    if (!isChosen) select.value = '';
    for (const { code, text } of samples)
      code.textContent = isChosen ? filledSample(text, maskedKey(key)) : text;
  };
  const row = keyRow(select, fill);
  place.after(row);
  fill();
  document.addEventListener('docs:key', fill);
}

/** Returns the row with the list. `fill` writes the chosen key into the samples. */
export function keyRow(select: HTMLSelectElement, fill: () => void): HTMLElement {
  const label = document.createElement('label');
  label.append('Samples use ', select);
  const note = document.createElement('span');
  note.setAttribute('role', 'status');
  const row = document.createElement('div');
  row.className = 'sample-key';
  row.append(label, note);
  const name = sessionStorage.getItem('docsKeyName');
  const own = name === null ? [] : [new Option(name, sessionStorage.getItem('docsKey') ?? '')];
  select.append(new Option('a placeholder', ''), ...own);
  select.append(new Option(name === null ? 'my API key' : 'another key', 'load'));
  select.selectedIndex = own.length;
  const choose = (): void => {
    const { value, text = '' } = select.selectedOptions[0] ?? {};
    const isKey = value !== undefined && value !== '';
    if (isKey) {
      sessionStorage.setItem('docsKey', value);
      sessionStorage.setItem('docsKeyName', text);
    } else {
      sessionStorage.removeItem('docsKey');
      sessionStorage.removeItem('docsKeyName');
    }
    note.textContent = isKey ? 'Masked here, complete when you copy it.' : '';
    document.dispatchEvent(new Event('docs:key'));
  };
  select.addEventListener('change', () => {
    if (select.value !== 'load') choose();
    else
      loadKeys(select)
        .then(choose)
        .catch((error: Error) => {
          select.value = '';
          fill();
          note.textContent = error.message;
        });
  });
  return row;
}

/** Lists the reader's keys, those of test mode first, and selects the first. */
export async function loadKeys(select: HTMLSelectElement): Promise<void> {
  const signal = AbortSignal.timeout(30_000);
  const response = await fetch('/api/v1/api-keys', { signal }).catch(() => undefined);
  if (response === undefined) throw new Error('The server could not be reached.');
  const body: { message?: string; apiKeys?: readonly ListedKey[] } = await response.json();
  const { message, apiKeys = [] } = body;
  if (!response.ok) throw new Error(String(message));
  const keys = apiKeys
    .filter(({ isActive, expiresAt }) => isActive && Date.parse(expiresAt ?? '9999') > Date.now())
    .toSorted((a, b) => Number(a.livemode) - Number(b.livemode));
  if (keys.length === 0)
    throw new Error('You have no active API key. Create one in the dashboard.');
  const options = keys.map(({ name, key, livemode }) => {
    return new Option(livemode ? name : `${name} (test)`, key);
  });
  select.replaceChildren(new Option('a placeholder', ''), ...options);
  select.selectedIndex = 1;
}

/** Returns a sample with a key in the place of its variable or placeholder. */
export function filledSample(text: string, key: string): string {
  return text
    .replaceAll('process.env.SHOTWRIGHT_API_KEY', () => `'${key}'`)
    .replaceAll('os.environ["SHOTWRIGHT_API_KEY"]', () => `"${key}"`)
    .replaceAll('$SHOTWRIGHT_API_KEY', () => key)
    .replaceAll(/(?<=SHOTWRIGHT_API_KEY(?:=|": "))sk_…/g, () => key);
}

/** Returns a key as it is shown in samples. */
export function maskedKey(key: string): string {
  return `${key.slice(0, 8)}${'•'.repeat(12)}`;
}

/** Returns the text of a sample as it is copied: with the whole key. */
export function copiedSample(text: string): string {
  const key = sessionStorage.getItem('docsKey') ?? '';
  return key === '' ? text : text.replaceAll(maskedKey(key), () => key);
}
