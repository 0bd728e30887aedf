import { z } from 'zod';

const link = z.string().max(2_048);

/** One news slide of the sign-in page. */
export const newsSlideSchema = z.object({
  title: z.string().min(1).max(200),
  text: z.string().max(1_000),
  href: link.optional(),
  image: link.optional(),
});

/** A page with a legal text of the operator, such as terms or an imprint. */
export const legalPageSchema = z.object({ title: z.string().min(1), path: link });

/**
 * Configuration that the dashboard reads at startup from `/config.json`, also without a session. A
 * null link hides the element that would open it. Source: ruling RL-13.
 */
export const runtimeConfigSchema = z.object({
  productName: z.string().min(1).max(60),
  supportEmail: z.string(),
  /** Displayed where the user's own email is unknown. */
  sampleEmail: z.string(),
  docsUrl: link,
  feedbackUrl: link.nullable(),
  statusUrl: link.nullable(),
  newsSlides: z.array(newsSlideSchema),
  /** Linked from the pages for visitors and from the account menu. */
  legalPages: z.array(legalPageSchema),
  /**
   * `google`: Google Identity Services provide an ID token to the page. `local`: the browser is
   * redirected to `authorizeUrl` with `client_id`, `redirect_uri` (`{origin}/` to sign in,
   * `{origin}/register` to sign up), `response_type=code`, `scope` and `state`, and returns with
   * `code` and `state`.
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
  /** The only origin at which passkeys work; null if the public URL allows none. */
  passkeyOrigin: link.nullable(),
  /** False: no credits, plans, plan limits or coupons; the dashboard hides all of them. */
  billing: z.boolean(),
  /** Null: nothing is recorded and no request is made. */
  analytics: z.object({ host: link, key: z.string() }).nullable(),
  /** True if the local mailbox page is readable, so that a first sign-up needs no mail server. */
  devMailbox: z.boolean(),
  /** Price of one capture on this installation. Unit: credits. */
  creditPrices: z.object({
    capture: z.int().min(0),
    fullPage: z.int().min(0),
    retina: z.int().min(0),
  }),
  /**
   * Private networks (CIDR) and host:port pairs that captures may reach despite the address policy;
   * empty without a session.
   */
  privateTargets: z.array(z.string()),
  /** URL on this installation that records webhooks for evaluation; absent in production. */
  webhookCatcherUrl: link.optional(),
});

/** Type inferred from {@link runtimeConfigSchema}. */
export type RuntimeConfig = z.infer<typeof runtimeConfigSchema>;
/** Type inferred from {@link legalPageSchema}. */
export type LegalPage = z.infer<typeof legalPageSchema>;
/** Type inferred from {@link newsSlideSchema}. */
export type NewsSlide = z.infer<typeof newsSlideSchema>;
