import type { CapturedDocument, CapturedExtract } from '../../capture-result.ts';
import type { ExtractName } from '../../capture-spec.ts';
import {
  extractHtml,
  extractLinks,
  extractText,
  type ExtractedText,
} from '../../in-page/extract/extracts.ts';
import { copyVisibleContent, extractMarkdown } from '../../in-page/extract/markdown.ts';
import { readLinkedResources, readMetaElements } from '../../in-page/extract/metadata.ts';
import {
  collectCandidates,
  defineSelectors,
  listSelectors,
} from '../../in-page/extract/selectors.ts';
import { CaptureError, inSeconds } from '../../lib/capture-error.ts';
import { ignoreErrors } from '../../rejections.ts';
import type { CapturePage } from '../capture-page.ts';
import {
  createIsolatedWorld,
  inPageCall,
  type ExecutionContext,
  type InPageCall,
} from '../execution-context.ts';
import { inlineHtmlUrl } from '../network/request-handling.ts';
import { foldAccessibilityTree } from './accessibility-tree.ts';
import { defineMarkdownLibraries } from './markdown-libraries.ts';

/** Bytes of an extract. */
const maxExtractBytes = 5 * 2 ** 20;
/** Maximum time of an extract; its page cannot be captured meanwhile. Unit: ms. */
const extractMs = 8_000;
/** Elements of a page above which articles, Markdown and accessibility take too long. */
const maxElements = 50_000;

/** Elements that are looked at, selectors that are listed, and selectors that are tried. */
const selectorLimits = { maxElements: 3_000, maxCount: 30, maxChecks: 500 } as const;

const contentTypes = {
  metadata: 'application/json',
  html: 'text/html; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
  article: 'text/markdown; charset=utf-8',
  links: 'application/json',
  a11y: 'application/json',
  mhtml: 'multipart/related',
  selectors: 'application/json',
} as const satisfies Record<ExtractName, CapturedExtract['contentType']>;

/** Makes the extracts of a page. One that cannot be made is a warning. */
export async function makeExtracts(
  page: CapturePage,
  names: readonly ExtractName[],
): Promise<readonly CapturedExtract[]> {
  const made: CapturedExtract[] = [];
  for (const name of names) {
    const result = await extract(page, { name, maxBytes: maxExtractBytes });
    if ('failure' in result) page.warnings.add('extract', `${name}: ${result.failure.message}`);
    else made.push({ name, bytes: result.bytes, contentType: contentTypes[name] });
  }
  return made;
}

/** Makes the finished file of a capture that is an extract. Throws what keeps it from being made. */
export async function extractDocument(
  page: CapturePage,
  name: ExtractName,
): Promise<CapturedDocument> {
  const result = await extract(page, { name, maxBytes: page.limits.maxImageBytes });
  if ('failure' in result) throw result.failure;
  return { bytes: result.bytes, contentType: contentTypes[name] };
}

type Extracted = { readonly bytes: Buffer } | { readonly failure: CaptureError };

interface ExtractInput {
  readonly name: ExtractName;
  readonly maxBytes: number;
}

async function extract(page: CapturePage, input: ExtractInput): Promise<Extracted> {
  const { progress, session } = page;
  const late = new CaptureError(
    'render_timeout',
    `The extract took longer than ${inSeconds(extractMs)}.`,
    { isBrowserSuspect: true },
  );
  try {
    const found = await progress.raceWithTimeout(read(page, input), extractMs, () => late);
    return 'text' in found
      ? { bytes: Buffer.from(found.text) }
      : { failure: errorOf(found, input) };
  } catch (error) {
    if (progress.error !== undefined) throw progress.error;
    if (error === late) ignoreErrors([session.send('Runtime.terminateExecution')]);
    const failure = new CaptureError('page_crashed', 'The page could not be read.');
    return { failure: error instanceof CaptureError ? error : failure };
  }
}

function errorOf(
  found: Exclude<ExtractedText, { readonly text: string }>,
  { maxBytes }: ExtractInput,
): CaptureError {
  const detail =
    'tooLargeBytes' in found
      ? `The extract has ${found.tooLargeBytes} bytes, and at most ${maxBytes} are allowed.`
      : `The page has ${found.tooManyElements} elements, and at most ${maxElements} are allowed.`;
  return new CaptureError('extract_too_large', detail);
}

async function read(page: CapturePage, { name, maxBytes }: ExtractInput): Promise<ExtractedText> {
  switch (name) {
    case 'html':
      return callForText(page, inPageCall(extractHtml, maxBytes));
    case 'text':
      return callForText(page, inPageCall(extractText, maxBytes));
    case 'links':
      return callForText(page, inPageCall(extractLinks, maxBytes));
    case 'metadata':
      return readMetadata(page, maxBytes);
    case 'a11y':
      return readAccessibility(page, maxBytes);
    case 'mhtml':
      return readSnapshot(page, maxBytes);
    case 'selectors':
      return readSelectors(page);
    case 'markdown':
    case 'article':
    default:
      return readMarkdown(page, { maxBytes, isArticle: name === 'article' });
  }
}

/** Returns a world of its own, so that the page sees neither functions nor libraries. */
function worldOf({ session, mainFrameId }: CapturePage): ExecutionContext {
  return createIsolatedWorld(session, mainFrameId);
}

async function callForText(
  page: CapturePage,
  call: InPageCall<ExtractedText>,
): Promise<ExtractedText> {
  const [found] = await worldOf(page).callAll<[unknown]>([call]);
  return textOf(found);
}

async function readMetadata(page: CapturePage, maxBytes: number): Promise<ExtractedText> {
  const [elements, resources] = await worldOf(page).callAll<[object, object]>([
    inPageCall(readMetaElements),
    inPageCall(readLinkedResources),
  ]);
  const metadata = { ...elements, ...resources, ...responseOf(page) };
  return within(JSON.stringify(metadata, null, 2), maxBytes);
}

async function readMarkdown(
  page: CapturePage,
  { maxBytes, isArticle }: { readonly maxBytes: number; readonly isArticle: boolean },
): Promise<ExtractedText> {
  const world = worldOf(page);
  if (!(await world.call(copyVisibleContent, maxElements)))
    return { tooManyElements: await world.call(countElements) };
  const [, found] = await world.callAll<[void, unknown]>([
    defineMarkdownLibraries(),
    inPageCall(extractMarkdown, maxBytes, isArticle),
  ]);
  return textOf(found);
}

/** Checks a value that comes from an untrusted page. */
function textOf(value: unknown): ExtractedText {
  const found = typeof value === 'object' && value !== null ? value : {};
  if ('text' in found && typeof found.text === 'string') return { text: found.text };
  if ('tooLargeBytes' in found) return { tooLargeBytes: Number(found.tooLargeBytes) };
  return { tooManyElements: 'tooManyElements' in found ? Number(found.tooManyElements) : 0 };
}

function responseOf({ navigations: { current } }: CapturePage) {
  const isInline = current?.url === inlineHtmlUrl;
  return {
    finalUrl: isInline ? null : (current?.url ?? null),
    status: isInline ? null : (current?.status ?? null),
  };
}

async function readAccessibility(page: CapturePage, maxBytes: number): Promise<ExtractedText> {
  const count = await worldOf(page).call(countElements);
  if (count > maxElements) return { tooManyElements: count };
  const { nodes } = await page.session.send('Accessibility.getFullAXTree');
  return within(JSON.stringify(foldAccessibilityTree(nodes), null, 2), maxBytes);
}

async function readSelectors(page: CapturePage): Promise<ExtractedText> {
  const { maxElements: elements, maxCount, maxChecks } = selectorLimits;
  const [, , found] = await worldOf(page).callAll<[void, void, unknown]>([
    inPageCall(defineSelectors),
    inPageCall(collectCandidates, elements),
    inPageCall(listSelectors, maxCount, maxChecks),
  ]);
  return textOf(found);
}

async function readSnapshot(page: CapturePage, maxBytes: number): Promise<ExtractedText> {
  const saving = page.session.send('Page.captureSnapshot', { format: 'mhtml' });
  const { data } = await page.clock.during(saving);
  return within(data, maxBytes);
}

function within(text: string, maxBytes: number): ExtractedText {
  const tooLargeBytes = Buffer.byteLength(text);
  return tooLargeBytes > maxBytes ? { tooLargeBytes } : { text };
}

/** Runs in the page. */
function countElements(): number {
  return document.getElementsByTagName('*').length;
}
