import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Screenshot } from '@shotwright/sdk';
import { argumentError, type ToolArguments, type ToolContext } from './tool.ts';

/** Side from which models reduce images themselves. */
const defaultSidePx = 1_568;
const leastSidePx = 64;
/** Ratio of height to width from which the API cuts a reduced image to its top. */
const maxRatio = 2;

/** Properties of tools that return an image. */
export const imageProperties = {
  max_side: {
    type: 'integer',
    minimum: leastSidePx,
    maximum: defaultSidePx,
    description: `Longest side of the returned image in pixels. Default: ${defaultSidePx}.`,
  },
  include_image: { type: 'boolean', description: 'False returns no image. Default: true.' },
} as const;

/** Splits the arguments for the returned image from the others. `maxSidePx` null: no image. */
export function readImageArguments(given: ToolArguments): {
  readonly maxSidePx: number | null;
  readonly options: ToolArguments;
} {
  const { max_side: side = defaultSidePx, include_image: isIncluded = true, ...options } = given;
  if (typeof isIncluded !== 'boolean')
    throw argumentError('include_image', 'must be true or false');
  const isSide = typeof side === 'number' && Number.isInteger(side);
  if (!isSide || side < leastSidePx || side > defaultSidePx) {
    const message = `must be a whole number from ${leastSidePx} to ${defaultSidePx}`;
    throw argumentError('max_side', message);
  }
  return { maxSidePx: isIncluded ? side : null, options };
}

/** Returns a capture with its image, reduced to `maxSidePx`, and a link to the full one. */
export async function screenshotResult(
  { client }: ToolContext,
  screenshot: Screenshot,
  { maxSidePx, signal }: { readonly maxSidePx: number | null; readonly signal: AbortSignal },
): Promise<CallToolResult> {
  const { id, screenshotUrl: url, imageWidth: width, imageHeight: height, status } = screenshot;
  const hasImage = url !== null && width !== null && height !== null;
  const isCut = hasImage && height > maxRatio * width;
  const image = hasImage && maxSidePx !== null ? await read(maxSidePx) : undefined;
  return {
    content: [
      ...(image ? [image] : []),
      { type: 'text', text: summaryOf(screenshot, isCut && image !== undefined) },
      ...(url === null
        ? []
        : [{ type: 'resource_link', uri: url, name: `capture-${id}` } as const]),
    ],
    structuredContent: {
      ...summaryFields(screenshot),
      image_width: width,
      image_height: height,
      is_cut: isCut,
      credits_charged: screenshot.creditsCharged,
      ...(status === 'FAILED' && { code: screenshot.code, message: screenshot.message }),
    },
  };

  async function read(maxSide: number) {
    const download = await client.downloadImage(id, { signal, maxSidePx: maxSide });
    const data = Buffer.from(await download.bytes()).toString('base64');
    return { type: 'image', data, mimeType: download.contentType } as const;
  }
}

/** Fields by which every tool describes a capture. `url`: of the full image. */
export function summaryFields({ id, screenshotUrl, verdict, status, url, createdAt }: Screenshot) {
  return {
    id,
    url: screenshotUrl,
    verdict: verdict && { ...verdict, reasons: [...verdict.reasons] },
    status,
    page_url: url ?? null,
    created_at: createdAt,
  };
}

function summaryOf({ id, status, verdict, message, url }: Screenshot, isCut: boolean): string {
  const sentences = [
    `Capture ${id} of ${url ?? 'HTML'}: ${status}${verdict === null ? '' : `, verdict ${verdict.kind}`}.`,
    ...(message === null ? [] : [message]),
    ...(isCut
      ? ['The image shows the top of a taller page; the link leads to the full image.']
      : []),
  ];
  return sentences.join(' ');
}
