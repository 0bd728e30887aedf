import { z } from 'zod';
import { linkOptionNames, type LinkOptionName } from '../capture-options/link-options.ts';
import { optionRow } from '../capture-options/table.ts';
import { urlCaptureSchema } from '../capture-requests.ts';
import { captureLimits, imageFormats, linkErrorBodies, linkLimits } from '../paths/screenshots.ts';
import { wireNumber } from '../wire.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one entry for each name
const linkOptionMask = Object.fromEntries(linkOptionNames.map((name) => [name, true])) as Record<
  LinkOptionName,
  true
>;
const {
  url: linkUrlField,
  setting_id: linkSettingField,
  file_type: _fileType,
  ...linkOptionFields
} = urlCaptureSchema.pick({
  ...linkOptionMask,
  url: true,
  setting_id: true,
  file_type: true,
}).shape;

const formats: readonly string[] = [...Object.keys(imageFormats), 'auto'];
const fileType = z
  .string()
  .toLowerCase()
  .transform((format) => (format === 'jpg' ? 'jpeg' : format))
  .pipe(z.enum(formats, { error: `must be one of ${formats.join(', ')}` }))
  .optional()
  .describe('Image format; auto: AVIF or WebP if the client accepts it, else PNG.');
const onError = z
  .enum(linkErrorBodies, { error: `must be ${linkErrorBodies.join(' or ')}` })
  .optional()
  .describe('Body of an error: an image, or JSON. Default: what the client asks for.');
/** Pattern of the URLs of a link. */
export const urlPatternSchema = z
  .string()
  .trim()
  .min(1)
  .max(linkLimits.patternLength)
  .describe('Pattern that the url must match, such as https://shop.example/*.');

/** File name in the path of a link. */
export const linkNameSchema = z
  .string()
  .max(linkLimits.nameLength)
  .regex(/^[\w.-]+\.(?:png|jpe?g|webp|avif|gif)$/i, {
    error: 'must be letters, digits, dots, underscores and hyphens, and end with a format',
  });

/** Parameters that a signature fixes. */
export const linkParametersSchema = z.strictObject({
  ...linkOptionFields,
  stale_while_revalidate: wireNumber(captureLimits.staleSeconds)
    .default(linkLimits.staleSeconds)
    .describe(optionRow('stale_while_revalidate').docs.sentence),
  setting_id: linkSettingField.describe(
    'ID of a saved setting without secrets, read whenever the link is opened: its options apply where the link has none.',
  ),
  file_type: fileType,
  on_error: onError,
});

/** URL of the page of a link. */
export const linkUrlSchema = linkUrlField;

/** Parsed parameters that a signature fixes. */
export type LinkParameters = z.output<typeof linkParametersSchema>;
