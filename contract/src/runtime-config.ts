import { z } from 'zod';

const link = z.string().max(2_048);

/** One news slide of the sign-in page. */
export const newsSlideSchema = z.object({
  title: z.string().min(1).max(200),
  text: z.string().max(1_000),
  href: link.optional(),
  image: link.optional(),
});

/**
 * What the dashboard learns about its installation at start, answered at `/config.json` without a session.
 * Links that are null hide what they would open. Source: ruling RL-13.
 */
export const runtimeConfigSchema = z.object({
  productName: z.string().min(1).max(60),
  supportEmail: z.string(),
  /** Shown where the person's own email is not known. */
  sampleEmail: z.string(),
  docsUrl: link,
  feedbackUrl: link.nullable(),
  statusUrl: link.nullable(),
  newsSlides: z.array(newsSlideSchema),
  /**
   * `google`: Google Identity Services hand an ID token to the page. `local`: the browser is sent to `authorizeUrl` with
   * `client_id`, `redirect_uri` (`{origin}/` to sign in, `{origin}/register` to sign up), `response_type=code`, `scope`
   * and `state`, and comes back with `code` and `state`.
   */
  identity: z.object({
    kind: z.enum(['google', 'local']).nullable(),
    clientId: z.string().nullable(),
    authorizeUrl: link.optional(),
  }),
  captcha: z.object({
    kind: z.enum(['altcha', 'turnstile', 'hcaptcha', 'recaptcha']),
    siteKey: z.string().optional(),
  }),
  /** False: no credits, plans, limits of a plan or coupons; the dashboard shows nothing of them. */
  billing: z.boolean(),
  /** Null: nothing is recorded and no request is made. */
  analytics: z.object({ host: link, key: z.string() }).nullable(),
  /** Whether the local mailbox page can be read, so that a first sign-up needs no mail server. */
  devMailbox: z.boolean(),
  /** What one capture costs here. Units: credits. */
  creditPrices: z.object({
    capture: z.int().min(0),
    fullPage: z.int().min(0),
    retina: z.int().min(0),
  }),
  /** Private networks (CIDR) and host:port that captures may reach all the same. */
  privateTargets: z.array(z.string()),
  /** An address on this installation that catches webhooks, to try them out; absent for real use. */
  webhookCatcherUrl: link.optional(),
});

/** See {@link runtimeConfigSchema}. */
export type RuntimeConfig = z.infer<typeof runtimeConfigSchema>;
/** See {@link newsSlideSchema}. */
export type NewsSlide = z.infer<typeof newsSlideSchema>;
