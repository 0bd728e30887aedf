import { outputFormats } from '../paths/screenshots.ts';
import { captureOptionNames, optionRow, type CaptureOptionName } from './table.ts';

/** Request of an API client that shows one option, with the options that it needs. */
export interface ExampleRequest {
  /** Capture of a URL or of HTML. */
  readonly call: 'url' | 'html';
  readonly body: Readonly<Record<string, unknown>>;
}

/** Returns a short valid request that shows the effect of an option. */
export function exampleRequestOf(name: CaptureOptionName): ExampleRequest {
  const call = optionRow(name).appliesTo.includes('url') ? 'url' : 'html';
  const source = call === 'url' ? { url: 'https://example.com' } : { html: '<h1>Hello</h1>' };
  const given: Record<string, unknown> = { ...source, ...withNeeded(name, new Set()) };
  const names = captureOptionNames.filter((one) => given[one] !== undefined);
  return { call, body: Object.fromEntries(names.map((one) => [one, given[one]])) };
}

function withNeeded(name: CaptureOptionName, seen: Set<string>): Record<string, unknown> {
  seen.add(name);
  const { docs, requires = [], requiresAll = [] } = optionRow(name);
  const isMissing = !requires.some((other) => seen.has(other));
  const needed = [...requiresAll, ...(isMissing ? requires.slice(0, 1) : [])];
  const others = captureOptionNames.filter(
    (other) => needed.includes(other) && !seen.has(other) && other !== name,
  );
  return {
    ...Object.assign({}, ...others.map((other) => withNeeded(other, seen))),
    ...fileTypeFor(name),
    [name]: docs.example,
    ...docs.exampleWith,
  };
}

/** Returns the file type that an option needs, if it cannot be combined with the default. */
function fileTypeFor(name: CaptureOptionName): Record<string, unknown> {
  const { default: preset } = optionRow('file_type');
  const excluded = (optionRow(name).excludes ?? [])
    .filter(({ options }) => options.includes('file_type'))
    .flatMap(({ values = [] }) => values);
  if (!excluded.some((value) => value === preset)) return {};
  return { file_type: Object.keys(outputFormats).find((format) => !excluded.includes(format)) };
}
