import { shellWords } from './shell-words.ts';

/** Request of a cURL command, without its headers. */
export interface CurlRequest {
  /** As written, so it may contain variables. */
  readonly url: string;
  /** Values of all data options, joined as cURL joins them; undefined without such options. */
  readonly data: string | undefined;
  /** True: the data is the query of the URL. */
  readonly isQuery: boolean;
}

/** Reasons for which a command cannot be read. */
export type CurlProblem = 'unclosed' | 'noUrl' | 'dataFile' | 'form';

/** Short options with a value that does not matter here. */
const skippedShort = 'AbcCDeEHKmoPQrtTuUwxXyYz';
const skippedLong: ReadonlySet<string> = new Set(
  `aws-sigv4 cacert capath cert cert-type ciphers config connect-timeout connect-to cookie cookie-jar
  crlfile doh-url dump-header engine etag-compare etag-save header interface key key-type keepalive-time
  limit-rate local-port login-options max-filesize max-redirs max-time netrc-file noproxy oauth2-bearer output
  output-dir pass pinnedpubkey preproxy proto proto-default proto-redir proxy proxy-header proxy-user range
  rate referer request request-target resolve retry retry-delay retry-max-time socks5 socks5-hostname
  speed-limit speed-time stderr time-cond tls-max trace trace-ascii unix-socket upload-file user user-agent
  write-out`.split(/\s+/),
);
const dataOptions: ReadonlySet<string> = new Set([
  'data',
  'data-ascii',
  'data-binary',
  'data-raw',
  'data-urlencode',
  'json',
  'url-query',
]);
const formOptions: ReadonlySet<string> = new Set(['form', 'form-string']);

/** True if the text is a cURL command, with or without the prompt of a shell. */
export function isCurlCommand(text: string): boolean {
  return /^\s*(?:[$%>#]\s+)?curl(?:\.exe)?\s/i.test(text);
}

interface Reading {
  url: string | undefined;
  readonly data: string[];
  isQuery: boolean;
  problem: CurlProblem | undefined;
}

/** Parses a cURL command. Values of headers are dropped at once, because one of them is the API key. */
export function readCurlCommand(text: string): CurlRequest | { readonly problem: CurlProblem } {
  const words = shellWords(text.replace(/^\s*[$%>#]\s+/, ''));
  if (words === undefined) return { problem: 'unclosed' };
  const reading: Reading = { url: undefined, data: [], isQuery: false, problem: undefined };
  const rest = words.slice(1);
  const take = () => rest.shift() ?? '';
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word.startsWith('--')) readLong(reading, word.slice(2), take);
    else if (word.startsWith('-') && word.length > 1) readShort(reading, word.slice(1), take);
    else if (word !== '') reading.url ??= word;
  }
  const { url, data, isQuery, problem } = reading;
  if (problem !== undefined) return { problem };
  if (url === undefined) return { problem: 'noUrl' };
  return { url, data: data.length === 0 ? undefined : data.join('&'), isQuery };
}

function readLong(reading: Reading, word: string, take: () => string): void {
  const [name = '', ...joined] = word.split('=');
  const value = () => (joined.length > 0 ? joined.join('=') : take());
  if (name === 'get') reading.isQuery = true;
  else if (name === 'url') reading.url = value();
  else if (dataOptions.has(name)) readData(reading, name, value());
  else if (formOptions.has(name)) reading.problem ??= 'form';
  else if (skippedLong.has(name)) value();
}

/** Reads short options in one word, of which the last one may have a value: `-sSXPOST`. */
function readShort(reading: Reading, letters: string, take: () => string): void {
  for (let index = 0; index < letters.length; index += 1) {
    const letter = letters.charAt(index);
    const value = () => letters.slice(index + 1) || take();
    if (letter === 'G') reading.isQuery = true;
    if (letter === 'F') reading.problem ??= 'form';
    if (letter === 'd') return readData(reading, 'data', value());
    if (skippedShort.includes(letter) || letter === 'F') {
      value();
      return;
    }
  }
}

function readData(reading: Reading, name: string, value: string): void {
  if (name !== 'data-raw' && value.startsWith('@')) {
    reading.problem ??= 'dataFile';
    return;
  }
  if (name === 'url-query') reading.isQuery = true;
  if (name !== 'data-urlencode') {
    reading.data.push(value);
    return;
  }
  const [, key = '', text = ''] = /^(?:([^=]*)=)?([^]*)$/.exec(value) ?? [];
  const encoded = encodeURIComponent(text);
  reading.data.push(key === '' ? encoded : `${key}=${encoded}`);
}
