import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Comparison, ComparisonOptions } from '@shotwright/sdk';
import { unsafeCast } from '../unsafe-cast.ts';
import { imageProperties, readImageArguments } from './screenshot-result.ts';
import { addTool, argumentError, type ToolArguments, type ToolContext } from './tool.ts';

/** Adds the tool that compares two captures. */
export function addComparisonTool(context: ToolContext): void {
  addTool(context, {
    name: 'compare_captures',
    title: 'Compare two captures',
    description:
      'Compares two captures of images by their ids, and returns the changed regions and an image of the later capture with the changes in red. All other fields of POST /comparisons are accepted as arguments too.',
    price: 'Free of charge.',
    properties: {
      before: { type: 'string', description: 'Id of the earlier capture.' },
      after: { type: 'string', description: 'Id of the later capture.' },
      threshold: {
        type: 'number',
        minimum: 0,
        maximum: 1,
        description: 'Difference of colour from which a pixel counts as changed. Default: 0.1.',
      },
      max_diff_ratio: {
        type: 'number',
        minimum: 0,
        maximum: 1,
        description: 'Share of changed pixels that passes. Default: 0.',
      },
      ...imageProperties,
    },
    required: ['before', 'after'],
    run: async (given, call) => {
      const { maxSidePx, options } = readImageArguments(given);
      const comparison = await context.client.compare(
        {
          ...unsafeCast<ComparisonOptions>(options),
          before: idOf('before', options),
          after: idOf('after', options),
          ...(maxSidePx === null
            ? { response_type: 'json' }
            : { response_type: 'base64', max_side: maxSidePx }),
        },
        call,
      );
      return comparisonResult(comparison);
    },
  });
}

function idOf(name: string, given: ToolArguments): string {
  const id = given[name];
  if (typeof id === 'string' && id !== '') return id;
  throw argumentError(name, 'is required: the id of a capture');
}

function comparisonResult({ image, ...comparison }: Comparison): CallToolResult {
  return {
    content: [
      ...(image
        ? [{ type: 'image', data: image.base64, mimeType: image.contentType } as const]
        : []),
      { type: 'text', text: summaryOf(comparison, image?.y ?? 0) },
    ],
    structuredContent: { ...comparison, ...(image && { image_y: image.y }) },
  };
}

function summaryOf(comparison: Comparison, imageTop: number): string {
  const { diffPixels, diffRatio, regionCount, sizeDiffers, passed } = comparison;
  const regions = regionCount === 1 ? '1 region' : `${regionCount} regions`;
  return [
    diffPixels === 0
      ? 'No pixel changed.'
      : `${diffPixels} pixels changed (${(diffRatio * 100).toFixed(3)} %) in ${regions}.`,
    ...(sizeDiffers ? ['The images have different sizes.'] : []),
    passed ? 'Passed.' : 'Not passed.',
    ...(imageTop > 0 ? [`The image begins at row ${imageTop}, above the first change.`] : []),
  ].join(' ');
}
