import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { newsLimits, newsPaths, newsStates, noticeKinds } from '../paths/news/news.ts';
import { enteredInstant, nameRule, nameText, wireId, wireInstant } from '../wire.ts';

/** A news slide as shown to the support team. */
export const staffNewsSlideSchema = z.object({
  id: z.int(),
  title: z.string(),
  text: z.string(),
  href: z.string().nullable(),
  image: z.string().nullable(),
  visibleFrom: wireInstant.nullable(),
  visibleUntil: wireInstant.nullable(),
  isPublished: z.boolean(),
  state: z.enum(newsStates),
});

/** A status notice as everyone sees it. */
export const publicNoticeSchema = z.object({
  id: z.int(),
  kind: z.enum(noticeKinds),
  title: z.string(),
  /** Plain text, possibly of several lines. */
  text: z.string(),
  startsAt: wireInstant,
  /** Null: until it is resolved. */
  endsAt: wireInstant.nullable(),
});

/** A status notice as shown to the support team. */
export const staffNoticeSchema = publicNoticeSchema.extend({
  resolvedAt: wireInstant.nullable(),
  isPublished: z.boolean(),
  state: z.enum(newsStates),
});

/** Body of `/status.json`. */
export const serviceStatusSchema = z.object({
  /** `degraded` if a part is unavailable, or a current notice says so. */
  status: z.enum(['works', 'degraded']),
  parts: z.record(z.string(), z.boolean()),
  notices: z.array(publicNoticeSchema),
  /** Planned maintenance, the next first. */
  planned: z.array(publicNoticeSchema),
  /** Notices that ended in the last days, the latest first. */
  history: z.array(publicNoticeSchema.extend({ endedAt: wireInstant })),
});

/** One line after its line breaks and repeated spaces have become single spaces. */
function singleLine(max: number) {
  return z
    .string({ error: 'must be text' })
    .transform((text) => text.replaceAll(/\s+/g, ' '))
    .pipe(nameText(max));
}

/** Text of several lines, otherwise as in {@link nameText}. */
function multipleLines(max: number) {
  return z
    .string({ error: 'must be text' })
    .transform((text) => text.replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' ').trim())
    .refine((text) => text !== '', { error: 'must not be blank', abort: true })
    .refine(({ length }) => length <= max, { error: `must be at most ${max} characters` })
    .refine((text) => nameRule.pattern.test(text.replaceAll('\n', ' ')), {
      error: 'must not contain control characters or characters that change the text direction',
    });
}

/**
 * Returns true for a URL without a user whose host has only the characters of domain names. The host of an image
 * becomes part of the content policy of pages, and the URL standard also allows `;`, `,` and `*` in a host.
 */
export function hasPlainOrigin(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { origin, username, password } = new URL(url);
  return `${username}${password}` === '' && /^https?:\/\/[a-z0-9.-]+(?::\d+)?$/.test(origin);
}

/** A second slash, or a backslash, would name another host. */
const pathPattern = /^\/(?![/\\])/;

/** A URL with one of the schemes, or a path on this site; blank is null. */
function linkTo(schemes: 'https' | 'https?', error: string) {
  const scheme = new RegExp(`^${schemes}://`, 'i');
  const isUrl = (text: string) => scheme.test(text) && hasPlainOrigin(text);
  return z
    .string({ error })
    .trim()
    .max(newsLimits.linkLength, { error: `must be at most ${newsLimits.linkLength} characters` })
    .refine(
      (text) =>
        text === '' || ((isUrl(text) || pathPattern.test(text)) && !/[\s\p{Cc}]/u.test(text)),
      {
        error,
      },
    )
    .transform((text) => (text === '' ? null : text))
    .nullable();
}

const moment = enteredInstant.transform((text) => new Date(text));
const isPublished = z.boolean({ error: 'must be true or false' });

/** Rejects a period that ends before it starts, at the field of its end. */
const inOrder = (start: Date | null, end: Date | null) =>
  start === null || end === null || start < end;

/** Values of a slide. */
export const newsSlideBody = z
  .strictObject({
    title: singleLine(newsLimits.slideTitle),
    text: singleLine(newsLimits.slideText),
    href: linkTo(
      'https?',
      'must be a URL that starts with https:// or http://, or a path of this site such as /docs',
    ).default(null),
    image: linkTo(
      'https',
      'must be a URL that starts with https://, or a path of this site such as /files/1.png',
    ).default(null),
    visibleFrom: moment.nullable().default(null),
    visibleUntil: moment.nullable().default(null),
    isPublished,
  })
  .refine(({ visibleFrom, visibleUntil }) => inOrder(visibleFrom, visibleUntil), {
    path: ['visibleUntil'],
    error: 'must be after visibleFrom',
  });

/** Values of a notice. */
export const statusNoticeBody = z
  .strictObject({
    kind: z.enum(noticeKinds, { error: `must be one of ${noticeKinds.join(', ')}` }),
    title: singleLine(newsLimits.noticeTitle),
    text: multipleLines(newsLimits.noticeText),
    startsAt: moment,
    endsAt: moment.nullable().default(null),
    isPublished,
  })
  .refine(({ startsAt, endsAt }) => inOrder(startsAt, endsAt), {
    path: ['endsAt'],
    error: 'must be after startsAt',
  });

const tag = 'Support team';
const params = z.object({ id: wireId });
const slideResponse = {
  kind: 'envelope',
  schema: z.object({ slide: staffNewsSlideSchema }),
} as const;
const slidesResponse = {
  kind: 'envelope',
  schema: z.object({ slides: z.array(staffNewsSlideSchema) }),
} as const;
const noticeResponse = {
  kind: 'envelope',
  schema: z.object({ notice: staffNoticeSchema }),
} as const;
const emptyResponse = { kind: 'envelope', schema: z.object({}) } as const;

/** Endpoints of the support team for what visitors and users are told; all other users receive 404. */
export const newsEndpoints = {
  listNewsSlides: defineEndpoint({
    ...newsPaths.listNewsSlides,
    operationId: 'listNewsSlides',
    summary: 'List the news slides in their order',
    tag,
    auth: 'staff',
    response: slidesResponse,
  }),
  createNewsSlide: defineEndpoint({
    ...newsPaths.createNewsSlide,
    operationId: 'createNewsSlide',
    summary: 'Create a news slide after the others',
    tag,
    auth: 'staff',
    successStatus: 201,
    body: newsSlideBody,
    response: slideResponse,
  }),
  updateNewsSlide: defineEndpoint({
    ...newsPaths.updateNewsSlide,
    operationId: 'updateNewsSlide',
    summary: 'Replace the values of a news slide',
    tag,
    auth: 'staff',
    params,
    body: newsSlideBody,
    response: slideResponse,
  }),
  moveNewsSlide: defineEndpoint({
    ...newsPaths.moveNewsSlide,
    operationId: 'moveNewsSlide',
    summary: 'Move a news slide by one place; the first and the last stay at the ends',
    tag,
    auth: 'staff',
    params,
    body: z.strictObject({
      direction: z.enum(['up', 'down'], { error: 'must be one of up, down' }),
    }),
    response: slidesResponse,
  }),
  deleteNewsSlide: defineEndpoint({
    ...newsPaths.deleteNewsSlide,
    operationId: 'deleteNewsSlide',
    summary: 'Delete a news slide',
    tag,
    auth: 'staff',
    params,
    response: emptyResponse,
  }),
  listStatusNotices: defineEndpoint({
    ...newsPaths.listStatusNotices,
    operationId: 'listStatusNotices',
    summary: 'List the status notices, the latest start first',
    tag,
    auth: 'staff',
    response: {
      kind: 'envelope',
      schema: z.object({ notices: z.array(staffNoticeSchema) }),
    },
  }),
  createStatusNotice: defineEndpoint({
    ...newsPaths.createStatusNotice,
    operationId: 'createStatusNotice',
    summary: 'Create a status notice',
    tag,
    auth: 'staff',
    successStatus: 201,
    body: statusNoticeBody,
    response: noticeResponse,
  }),
  updateStatusNotice: defineEndpoint({
    ...newsPaths.updateStatusNotice,
    operationId: 'updateStatusNotice',
    summary: 'Replace the values of a status notice',
    tag,
    auth: 'staff',
    params,
    body: statusNoticeBody,
    response: noticeResponse,
  }),
  resolveStatusNotice: defineEndpoint({
    ...newsPaths.resolveStatusNotice,
    operationId: 'resolveStatusNotice',
    summary: 'Resolve a current status notice now',
    tag,
    auth: 'staff',
    params,
    response: noticeResponse,
  }),
  deleteStatusNotice: defineEndpoint({
    ...newsPaths.deleteStatusNotice,
    operationId: 'deleteStatusNotice',
    summary: 'Delete a status notice, also from the history',
    tag,
    auth: 'staff',
    params,
    response: emptyResponse,
  }),
} as const;

/** Type inferred from {@link staffNewsSlideSchema}. */
export type StaffNewsSlide = z.infer<typeof staffNewsSlideSchema>;
/** Type inferred from {@link staffNoticeSchema}. */
export type StaffNotice = z.infer<typeof staffNoticeSchema>;
/** Type inferred from {@link publicNoticeSchema}. */
export type PublicNotice = z.infer<typeof publicNoticeSchema>;
/** Type inferred from {@link serviceStatusSchema}. */
export type ServiceStatus = z.infer<typeof serviceStatusSchema>;
/** Type inferred from {@link newsSlideBody}. */
export type NewsSlideValues = z.infer<typeof newsSlideBody>;
/** Type inferred from {@link statusNoticeBody}. */
export type NoticeValues = z.infer<typeof statusNoticeBody>;
