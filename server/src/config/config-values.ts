import { isIP } from 'node:net';
import { z } from 'zod';

/** Parses a whole number from text. */
export function wholeNumber(min: number, max: number) {
  const sentence = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, { error: sentence })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error: sentence });
}

/** `true` or `false`; also 1, 0, yes, no, on, off. */
export const yesOrNo = z.stringbool({ error: 'must be true or false' });

/** `on` or `off`; also true, false, yes, no, 1, 0. */
export const onOrOff = z.stringbool({ error: 'must be on or off' });

/** Accepts one of the given words. */
export function oneOf<const T extends readonly [string, ...string[]]>(words: T) {
  return z.enum(words, { error: `must be ${words.join(', ')}` });
}

/** Comma-separated list; whitespace around entries is ignored. */
export const commaList = z.string().transform((text) =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== ''),
);

/** An http or https URL; trailing slashes are removed. */
export const webUrl = z
  .string()
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
    error: 'must be an http or https URL',
  })
  .transform((text) => text.replace(/\/+$/, ''));

/** One to five language tags, separated by commas; whitespace around them is removed. */
export const languages = commaList
  .refine((tags) => tags.length > 0 && tags.length <= 5 && tags.every(isLanguageTag), {
    error: 'must be one to five language tags, such as de-DE,de,en',
  })
  .transform((tags) => tags.join(','));

function isLanguageTag(tag: string): boolean {
  return /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/.test(tag);
}

/** A product token of a user agent: a name, a version and perhaps a comment. */
export const productToken = z
  .string()
  .max(200, { error: 'must have at most 200 characters' })
  .regex(/^[A-Za-z][\w.-]*\/\d+(?:\.\d+)*(?: \([^()\\\p{Cc}\P{ASCII}]+\))?$/u, {
    error:
      'must be a name and version with an optional comment, such as Example/1.0 (+https://example.com/bot)',
  });

/** A URL, or a path on this host that starts with a slash. */
export const link = z.union([z.string().regex(/^\/[^/]/), webUrl, z.literal('/')], {
  error: 'must be an http or https URL, or a path that starts with /',
});

/** Parses JSON text of the given shape. */
export function jsonOf<S extends z.ZodType>(schema: S, error: string) {
  return z.string().transform((text, context): z.output<S> => {
    const result = schema.safeParse(parsed(text));
    if (result.success) return result.data;
    context.addIssue({ code: 'custom', message: error });
    return z.NEVER;
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Proxies whose `X-Forwarded-For` is trusted: none, all, or the listed IPs and networks. */
export const proxies = z
  .union([z.stringbool(), commaList], {
    error: 'must be true, false or a list of IP addresses and networks',
  })
  .refine(
    (value) =>
      typeof value === 'boolean' || value.every((one) => isIP(one.split('/')[0] ?? '') > 0),
    { error: 'must be true, false or a list of IP addresses and networks' },
  );

/** Comma-separated list of IPs and networks. */
export const networks = commaList.refine((entries) => entries.every(isNetwork), {
  error: 'must be a list of IP addresses (203.0.113.7) and networks (203.0.113.0/24)',
});

function isNetwork(text: string): boolean {
  const [address = '', length, ...rest] = text.split('/');
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (bits === 0 || address.includes('%') || rest.length > 0) return false;
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bits);
}
