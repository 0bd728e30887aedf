import type { JsonSchemaType } from '@modelcontextprotocol/server';
import { optionTable, type OptionEntry } from '@shotwright/sdk/options';
import type { CaptureOptions } from '@shotwright/sdk';
import { unsafeCast } from '../unsafe-cast.ts';
import type { ToolArguments } from './tool.ts';

/** Options that models need most; each description costs part of their context. */
const described: readonly string[] = [
  'url',
  'html',
  'full_page',
  'width',
  'height',
  'emulate_device',
  'element_selector',
  'dark_mode',
  'wait_for_selector',
  'delay',
  'block_ads',
  'block_cookie_banners',
  'hide_selectors',
  'click_selectors',
  'language',
];

const types: Readonly<Partial<Record<OptionEntry['kind'], JsonSchemaType>>> = {
  boolean: { type: 'boolean' },
  number: { type: 'number' },
  id: { type: 'integer' },
  list: { type: 'array', items: { type: 'string' } },
};

/** Properties of the arguments for capture options. */
export const captureProperties: Readonly<Record<string, JsonSchemaType>> = Object.fromEntries(
  optionTable
    .filter(({ name }) => described.includes(name))
    .map(({ name, kind, choices, sentence }) => [
      name,
      {
        ...(types[kind] ?? { type: 'string' }),
        ...(choices && { enum: [...choices] }),
        description: sentence,
      },
    ]),
);

/** End of the description of tools that take capture options. */
export const optionsSentence =
  'Give url or html. All other capture options of the API are accepted as arguments too, under their names at /docs.';

/** Returns the arguments as capture options; the API rejects unknown ones. */
export function captureOptionsOf(given: ToolArguments): CaptureOptions {
  return unsafeCast<CaptureOptions>(given);
}
