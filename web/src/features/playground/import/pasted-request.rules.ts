import {
  captureOptionNames,
  optionNamesOf,
  savedOptionNames,
  withCanonicalNames,
} from '@shotwright/contract/capture-options';
import { secretMask } from '@shotwright/contract/paths';
import { importMessages as messages } from '../../../lib/messages/captures/playground-import.ts';
import { isCurlCommand, readCurlCommand } from './curl-command.ts';

/** Options of a pasted request under their own names, before the server has checked their values. */
export interface PastedRequest {
  readonly options: Readonly<Record<string, unknown>>;
  /** Valid fields of a request that the form does not have. */
  readonly outside: readonly string[];
  /** Sentences about options that were given twice. */
  readonly problems: readonly string[];
}

/** A pasted text: nothing, a request, or the reason for which it is none. */
export type ReadPaste =
  | { readonly request?: undefined; readonly problem?: string }
  | { readonly request: PastedRequest; readonly problem?: undefined };

// The last one is the format of our keys, wherever it is written.
const keyPatterns = [
  /((?:-H|--header)[\s=]*\$?\^?["']?\s*(?:x-api-key|authorization)\s*:\s*)([^"'^\n]+)/gi,
  /([?&](?:api_key|access_key|x-api-key)=)([^&\s"'#]+)/gi,
  /("(?:api_key|access_key)"\s*:\s*")([^"]+)/gi,
  /(sk_(?:live|test)_)([0-9A-Za-z*]+)/g,
];

/** Returns the text with every API key masked. */
export function maskKeys(text: string): string {
  return keyPatterns.reduce((masked, one) => masked.replaceAll(one, `$1${secretMask}`), text);
}

/** True if the text has an API key, also a masked one. */
export function hasKey(text: string): boolean {
  return keyPatterns.some((pattern) => text.search(pattern) !== -1);
}

/** Paths of the calls whose options the form has, with any host before them. */
const bodyPath = /\/v1\/(?:screenshots?|html-to-image)(?:\/(?:dashboard|estimate))?\/?$/;
const queryPath = /\/v1\/take(?:\/[^/]+)?$/;
/** Parameters of a link, and names under which clients send a key. */
const linkParameters: ReadonlySet<string> = new Set(['key_id', 'expires', 'signature']);
const keyNames: ReadonlySet<string> = new Set(['api_key', 'access_key', 'x-api-key', 'apikey']);

/** Reads a cURL command, the URL of a link, or the JSON of a request. */
export function readPaste(text: string): ReadPaste {
  const typed = text.trim();
  if (typed === '') return {};
  if (isCurlCommand(typed)) return readCommand(typed);
  if (/^https?:\/\/\S+$/.test(typed)) return readUrl(typed);
  if (/^[[{"]/.test(typed)) return readJson(typed);
  return { problem: messages.notRecognised };
}

function readCommand(text: string): ReadPaste {
  const read = readCurlCommand(text);
  if ('problem' in read) return { problem: messages.commandProblems[read.problem] };
  const { url, data, isQuery } = read;
  const [path = '', query = ''] = (url.split('#')[0] ?? '').split('?');
  const isTake = queryPath.test(path);
  if (!isTake && !bodyPath.test(path)) return { problem: messages.otherUrl };
  if (isTake || isQuery)
    return readQuery([query, data ?? ''].filter((one) => one !== '').join('&'));
  return data === undefined ? { problem: messages.noData } : readJson(data);
}

function readUrl(text: string): ReadPaste {
  const [path = '', query = ''] = (text.split('#')[0] ?? '').split('?');
  return queryPath.test(path) ? readQuery(query) : { problem: messages.otherUrl };
}

function readQuery(query: string): ReadPaste {
  return { request: requestOf(Object.fromEntries(new URLSearchParams(query))) };
}

function readJson(text: string): ReadPaste {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { problem: messages.notObject };
    return { request: requestOf({ ...value }) };
  } catch (error) {
    return { problem: messages.notJson(error instanceof Error ? error.message : '') };
  }
}

function requestOf(given: Readonly<Record<string, unknown>>): PastedRequest {
  const { options, conflicts } = withCanonicalNames(given);
  const isHtml = options['url'] === undefined && options['html'] !== undefined;
  const inForm: readonly string[] = optionNamesOf(isHtml ? 'dashboard_html' : 'dashboard_url');
  const saved: readonly string[] = savedOptionNames;
  const known: readonly string[] = captureOptionNames;
  const isOutside = (name: string) =>
    known.includes(name) && !(saved.includes(name) && (inForm.includes(name) || name === 'html'));
  const entries = Object.entries(options).filter(
    ([name]) => !linkParameters.has(name) && !keyNames.has(name.toLowerCase()),
  );
  return {
    options: Object.fromEntries(entries.filter(([name]) => !isOutside(name))),
    outside: entries.map(([name]) => name).filter(isOutside),
    problems: conflicts.map(({ alias, name }) => messages.twice(alias, name)),
  };
}
