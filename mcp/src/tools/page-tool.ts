import { captureProperties, optionsSentence } from './capture-options.ts';
import { idempotencyProperty, pendingResult, requestCapture } from './capture-tools.ts';
import { summaryFields } from './screenshot-result.ts';
import { addTool, argumentError, type ToolContext } from './tool.ts';

const formats = ['markdown', 'text', 'a11y'] as const;
const defaultCharacters = 40_000;
const maxCharacters = 200_000;

/** Adds the tool that reads the content of a page. */
export function addPageTool(context: ToolContext): void {
  addTool(context, {
    name: 'read_page',
    title: 'Read a page',
    description: `Opens a web page in a real browser and returns its content as Markdown, plain text or accessibility tree (JSON). ${optionsSentence}`,
    price: 'Costs the credits of a capture.',
    properties: {
      format: { type: 'string', enum: [...formats], description: 'Default: markdown.' },
      max_characters: {
        type: 'integer',
        minimum: 1,
        maximum: maxCharacters,
        description: `Length at which the content is cut. Default: ${defaultCharacters}.`,
      },
      ...captureProperties,
      ...idempotencyProperty,
    },
    isCapturing: true,
    run: async (given, call) => {
      const { format = 'markdown', max_characters: most = defaultCharacters, ...options } = given;
      const name = formats.find((one) => one === format);
      if (name === undefined) {
        throw argumentError('format', `must be one of ${formats.join(', ')}`);
      }
      const isLength = typeof most === 'number' && Number.isInteger(most);
      if (!isLength || most < 1 || most > maxCharacters) {
        throw argumentError('max_characters', `must be a whole number from 1 to ${maxCharacters}`);
      }
      const wanted = { ...options, extract: [name] };
      const { receipt, screenshot } = await requestCapture(context, wanted, call);
      if (!screenshot) return pendingResult(receipt);
      const text = await readExtract(context, screenshot.extracts?.[name]?.url, call.signal);
      const isCut = text.length > most;
      const fields = { ...summaryFields(screenshot), format: name, is_cut: isCut };
      return {
        content: [{ type: 'text', text: isCut ? text.slice(0, most) : text }],
        structuredContent: fields,
      };
    },
  });
}

async function readExtract(
  { fetch }: ToolContext,
  url: string | undefined,
  signal: AbortSignal,
): Promise<string> {
  if (url === undefined) {
    throw argumentError('format', 'could not be made from this page; try another one');
  }
  const response = await fetch(url, { signal });
  if (!response.ok) throw argumentError('format', 'could not be read; try again');
  return response.text();
}
