// Printed from the contract by `npm run docs:print`; changes here are overwritten.

/** Error code of the API. */
export type ApiErrorCode =
  | 'validation_failed'
  | 'invalid_json'
  | 'invalid_content_encoding'
  | 'invalid_url'
  | 'unsupported_scheme'
  | 'invalid_custom_header'
  | 'invalid_cookie'
  | 'invalid_selector'
  | 'invalid_proxy_url'
  | 'invalid_expression'
  | 'unsupported_option_combination'
  | 'invalid_credentials'
  | 'otp_invalid'
  | 'otp_expired'
  | 'captcha_failed'
  | 'identity_token_invalid'
  | 'reset_link_invalid'
  | 'invite_invalid'
  | 'passkey_challenge_invalid'
  | 'passkey_invalid'
  | 'passkey_not_found'
  | 'passkeys_unavailable'
  | 'passkey_limit_reached'
  | 'passkey_exists'
  | 'recent_sign_in_required'
  | 'api_key_missing'
  | 'api_key_invalid'
  | 'api_key_expired'
  | 'session_expired'
  | 'plan_not_available'
  | 'invalid_return_url'
  | 'payment_event_invalid'
  | 'payment_declined'
  | 'coupon_unknown'
  | 'coupon_not_started'
  | 'coupon_expired'
  | 'coupon_already_used'
  | 'coupon_used_up'
  | 'coupon_not_for_plan'
  | 'billing_disabled'
  | 'insufficient_credits'
  | 'key_monthly_limit_reached'
  | 'project_monthly_limit_reached'
  | 'storage_limit_reached'
  | 'api_key_inactive'
  | 'api_key_ip_forbidden'
  | 'api_key_access_forbidden'
  | 'api_key_project_forbidden'
  | 'url_not_allowed'
  | 'csrf_failed'
  | 'role_forbidden'
  | 'key_in_browser'
  | 'image_not_stored'
  | 'link_expired'
  | 'signature_required'
  | 'signature_invalid'
  | 'link_url_not_allowed'
  | 'link_options_fixed'
  | 'link_invalid'
  | 'not_found'
  | 'account_not_found'
  | 'member_not_found'
  | 'invite_not_found'
  | 'project_not_found'
  | 'screenshot_not_found'
  | 'batch_not_found'
  | 'baseline_not_found'
  | 'file_not_found'
  | 'api_key_not_found'
  | 'webhook_not_found'
  | 'destination_not_found'
  | 'delivery_not_found'
  | 'request_not_found'
  | 'report_not_found'
  | 'schedule_not_found'
  | 'setting_not_found'
  | 'ticket_not_found'
  | 'coupon_code_taken'
  | 'coupon_not_found'
  | 'saved_reply_not_found'
  | 'news_not_found'
  | 'no_subscription'
  | 'ticket_closed'
  | 'too_many_images'
  | 'image_too_big'
  | 'image_not_readable'
  | 'device_not_found'
  | 'method_not_allowed'
  | 'not_ready'
  | 'organization_in_use'
  | 'ownership_transfer_required'
  | 'email_taken'
  | 'conflict'
  | 'idempotency_in_progress'
  | 'cancelled'
  | 'body_too_large'
  | 'html_too_large'
  | 'unsupported_media_type'
  | 'idempotency_key_reused'
  | 'rate_limited'
  | 'concurrency_limit_reached'
  | 'internal_error'
  | 'unavailable'
  | 'checkout_unavailable'
  | 'queue_full'
  | 'capture_pending'
  | 'sitemap_unreadable'
  | 'dns_error'
  | 'connection_refused'
  | 'connection_reset'
  | 'connection_timeout'
  | 'tls_error'
  | 'redirect_loop'
  | 'navigation_timeout'
  | 'render_timeout'
  | 'selector_not_found'
  | 'selector_not_visible'
  | 'proxy_connection_failed'
  | 'unsupported_content_type'
  | 'page_too_large'
  | 'extract_too_large'
  | 'pdf_pages_out_of_range'
  | 'clip_outside_page'
  | 'image_too_large'
  | 'comparison_timeout'
  | 'annotation_timeout'
  | 'page_crashed'
  | 'wait_condition_not_met'
  | 'step_failed'
  | 'selector_assertion_failed'
  | 'text_assertion_failed'
  | 'console_error_assertion'
  | 'request_failed_assertion'
  | 'blank_page'
  | 'bot_challenge'
  | 'login_wall'
  | 'cookie_wall'
  | 'host_returned_error'
  | 'incomplete_page'
  | 'page_truncated';

/** A screenshot: its state, its image, its price, and reports about the capture. */
export type Screenshot = {
  readonly id: string;
  readonly requestId: string;
  readonly type: 'URL' | 'HTML';
  readonly url?: string | undefined;
  readonly status: 'PENDING' | 'PROCESSING' | 'COMPLETE' | 'FAILED';
  readonly livemode: boolean;
  readonly projectId: number;
  readonly screenshotUrl: string | null;
  readonly thumbnailUrl: string | null;
  readonly previewUrl?: string | undefined;
  readonly extracts?: Readonly<Record<string, {
    readonly url: string;
    readonly bytes: number;
  }>> | undefined;
  readonly slices?: readonly {
    readonly index: number;
    readonly y: number;
    readonly height: number;
    readonly url: string;
  }[] | undefined;
  readonly screenshotImageSize: number | null;
  readonly imageWidth: number | null;
  readonly imageHeight: number | null;
  readonly creditsRequired: number;
  readonly creditsCharged: number;
  readonly duration: number | null;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly options: Readonly<Record<string, unknown>>;
  readonly externalId: string | null;
  readonly tags: readonly string[];
  readonly retainedUntil: string | null;
  readonly delivery?: {
    readonly state: 'PENDING' | 'DELIVERED' | 'FAILED';
    readonly destinationId: number | null;
    readonly destination: string | null;
    readonly path: string | null;
    readonly url: string | null;
    readonly attempts: number;
    readonly maxAttempts: number;
    readonly nextAttemptAt: string | null;
    readonly deliveredAt: string | null;
    readonly errorCode: string | null;
    readonly error: string | null;
  } | undefined;
  readonly timings: {
    readonly queueMs: number;
    readonly navigateMs: number;
    readonly waitMs: number;
    readonly captureMs: number;
    readonly storeMs: number;
    readonly totalMs: number;
  } | null;
  readonly report: {
    readonly warnings?: readonly {
      readonly option: string;
      readonly message: string;
    }[] | undefined;
    readonly steps?: readonly {
      readonly action: string;
      readonly ms: number;
      readonly ok: boolean;
    }[] | undefined;
    readonly waited?: readonly {
      readonly for: string;
      readonly ms: number;
      readonly met: boolean;
    }[] | undefined;
    readonly emulated?: {
      readonly timezone: string | null;
      readonly language: string;
      readonly userAgent: string;
    } | null | undefined;
    readonly finalUrl?: string | null | undefined;
    readonly redirects?: readonly string[] | undefined;
    readonly targetStatus?: number | null | undefined;
    readonly pageWidthPx?: number | null | undefined;
    readonly pageHeightPx?: number | null | undefined;
    readonly viewport?: {
      readonly widthPx: number;
      readonly heightPx: number;
      readonly scale: number;
    } | null | undefined;
    readonly browserVersion?: string | undefined;
    readonly requestCount?: number | undefined;
    readonly blockedRequestCount?: number | undefined;
    readonly receivedBytes?: number | undefined;
    readonly consoleErrors?: readonly string[] | undefined;
    readonly blocked?: Readonly<Record<string, number>> | undefined;
    readonly blockedHosts?: readonly string[] | undefined;
    readonly consent?: {
      readonly outcome: 'none' | 'rejected' | 'accepted' | 'hidden' | 'still_visible';
      readonly manager: string | null;
      readonly clicks: number;
      readonly ms: number;
    } | null | undefined;
    readonly hidden?: number | undefined;
    readonly removed?: readonly {
      readonly selector: string;
      readonly count: number;
    }[] | undefined;
    readonly masked?: number | undefined;
  } | null;
  readonly verdict: {
    readonly kind: 'ok' | 'blank' | 'bot_challenge' | 'login_wall' | 'cookie_wall' | 'host_error' | 'incomplete' | 'truncated';
    readonly reasons: readonly string[];
    readonly confidence: 'high' | 'low';
  } | null;
  readonly waiting: {
    readonly clock: 'virtual' | 'real';
    readonly fallback: string | null;
    readonly waitedFor: readonly {
      readonly reason: 'requests' | 'timers' | 'animations' | 'images' | 'fonts' | 'loaders' | 'changes' | 'delay';
      readonly clockMs: number;
      readonly realMs: number;
    }[];
    readonly requests: readonly {
      readonly kind: 'content' | 'stream' | 'held' | 'poll' | 'worker' | 'task';
      readonly url: string;
      readonly waitedMs: number;
    }[];
    readonly underWay: readonly {
      readonly kind: 'content' | 'stream' | 'held' | 'poll' | 'worker' | 'task';
      readonly url: string;
    }[];
  } | null;
  readonly error: string | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly retryable: boolean;
  readonly pageImageUrl?: string | undefined;
  readonly annotatedFrom?: string | undefined;
};

/** An accepted capture; `requestId` is the id of its screenshot. */
export type Receipt = {
  readonly requestId: string;
  readonly creditRequired: number;
  readonly statusUrl: string;
  readonly projectId: number;
  readonly cache?: 'hit' | 'miss' | undefined;
  readonly image?: {
    readonly contentType: string;
    readonly base64: string;
  } | undefined;
};

/** A device that a capture can emulate. */
export type Device = {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly deviceScaleFactor: number;
  readonly isMobile: boolean;
  readonly hasTouch: boolean;
};

/** Price of a capture that was validated, but not accepted. */
export type Estimate = {
  readonly creditsRequired: number;
  readonly price: readonly {
    readonly option: string | null;
    readonly credits: number;
  }[];
  readonly type: 'URL' | 'HTML';
  readonly url: string | null;
  readonly options: Readonly<Record<string, string>>;
  readonly warnings: readonly {
    readonly option: string;
    readonly message: string;
  }[];
};

/** Difference between two screenshots; sizes in pixels. */
export type Comparison = {
  readonly before: string;
  readonly after: string;
  readonly identical: boolean;
  readonly diffPixels: number;
  readonly diffRatio: number;
  readonly sizeDiffers: boolean;
  readonly width: number;
  readonly height: number;
  readonly regions: readonly {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
    readonly pixels: number;
  }[];
  readonly regionCount: number;
  readonly passed: boolean;
  readonly image?: {
    readonly contentType: string;
    readonly base64: string;
    readonly y: number;
  } | undefined;
};

/** The approved screenshot of a URL with its options, and the limits of the difference from it. */
export type Baseline = {
  readonly baselineId: string;
  readonly projectId: number;
  readonly livemode: boolean;
  readonly url: string;
  readonly screenshotId: string;
  readonly screenshotUrl: string;
  readonly thumbnailUrl: string;
  readonly width: number;
  readonly height: number;
  readonly threshold: number;
  readonly maxDiffRatio: number;
  readonly ignoreRegions: readonly {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  }[];
  readonly approvedAt: string;
  readonly approvedBy: string | null;
  readonly createdAt: string;
};

/** Result of comparing a screenshot with the baseline of its URL and options. */
export type BaselineCheck = {
  readonly screenshotId: string;
  readonly status: 'baseline' | 'matched' | 'changed' | 'new' | 'failed';
  readonly passed: boolean;
  readonly baselineId: string | null;
  readonly baselineScreenshotId: string | null;
  readonly diffPixels: number | null;
  readonly diffRatio: number | null;
  readonly sizeDiffers: boolean | null;
  readonly comparisonUrl: string | null;
  readonly message: string | null;
};

/** Batch: captures that were requested together. */
export type Batch = {
  readonly batchId: string;
  readonly name: string | null;
  readonly status: 'RUNNING' | 'COMPLETE' | 'CANCELLED';
  readonly paused: boolean;
  readonly livemode: boolean;
  readonly projectId: number;
  readonly counts: {
    readonly items: number;
    readonly pending: number;
    readonly processing: number;
    readonly complete: number;
    readonly failed: number;
    readonly deleted: number;
  };
  readonly creditRequired: number;
  readonly creditsCharged: number;
  readonly createdAt: string;
  readonly finishedAt: string | null;
  readonly statusUrl: string;
};

/** Item of a batch with its screenshot. */
export type BatchItem = {
  readonly index: number;
  readonly requestId: string;
  readonly status: 'PENDING' | 'PROCESSING' | 'COMPLETE' | 'FAILED';
  readonly type: 'URL' | 'HTML';
  readonly url: string | null;
  readonly externalId: string | null;
  readonly screenshotUrl: string | null;
  readonly thumbnailUrl: string | null;
  readonly creditsCharged: number;
  readonly code: string | null;
  readonly message: string | null;
  readonly retryable: boolean;
  readonly statusUrl: string;
};

/** Response to a batch that was accepted, or only checked. */
export type BatchReceipt = {
  readonly batchId: string | null;
  readonly statusUrl: string | null;
  readonly counts: {
    readonly items: number;
    readonly accepted: number;
    readonly duplicates: number;
    readonly invalid: number;
    readonly omitted: number;
  };
  readonly invalid: readonly {
    readonly index: number;
    readonly message: string;
    readonly code: string;
    readonly field?: string | undefined;
  }[];
  readonly creditRequired: number;
  readonly screenshots: readonly {
    readonly index: number;
    readonly requestId: string;
  }[];
};

/** Pages that the sitemap of a website lists. */
export type SitemapReading = {
  readonly urls: readonly {
    readonly url: string;
    readonly lastModified: string | null;
  }[];
  readonly counts: {
    readonly found: number;
    readonly duplicates: number;
    readonly otherSites: number;
    readonly filtered: number;
    readonly invalid: number;
  };
  readonly isComplete: boolean;
  readonly sitemaps: readonly {
    readonly url: string;
    readonly problem: string | null;
  }[];
};

/** Credits and storage used in the running cycle. Sizes in bytes. */
export type Usage = {
  readonly cycleStartedAt: string;
  readonly cycleEndsAt: string;
  readonly creditsGranted: number;
  readonly creditsUsed: number;
  readonly creditsAvailable: number;
  readonly creditsLasting: number;
  readonly creditsForecast: number | null;
  readonly unusedCredits: 'expire' | 'roll_over';
  readonly storageUsed: number;
  readonly storageLimit: number | null;
  readonly days: readonly {
    readonly date: string;
    readonly credits: number;
    readonly captures: number;
  }[];
  readonly projects: readonly {
    readonly id: number | null;
    readonly name: string;
    readonly credits: number;
    readonly captures: number;
  }[];
  readonly apiKeys: readonly {
    readonly id: number | null;
    readonly name: string;
    readonly credits: number;
    readonly captures: number;
  }[];
};

/** Body of a webhook. */
export type WebhookEvent = {
  readonly type: 'screenshot.completed' | 'screenshot.failed';
  readonly timestamp: string;
  readonly livemode: boolean;
  readonly data: {
    readonly id: string;
    readonly type: 'URL' | 'HTML';
    readonly url: string | null;
    readonly externalId: string | null;
    readonly tags: readonly string[];
    readonly status: 'COMPLETE' | 'FAILED';
    readonly projectId: number;
    readonly project: {
      readonly id: number;
      readonly name: string;
    };
    readonly creditsRequired: number;
    readonly creditsCharged: number;
    readonly screenshotUrl: string | null;
    readonly extracts?: Readonly<Record<string, {
      readonly url: string;
      readonly bytes: number;
    }>> | undefined;
    readonly slices?: readonly {
      readonly index: number;
      readonly y: number;
      readonly height: number;
      readonly url: string;
    }[] | undefined;
    readonly screenshotImageSize: number | null;
    readonly imageWidth: number | null;
    readonly imageHeight: number | null;
    readonly duration: number | null;
    readonly createdAt: string;
    readonly finishedAt: string;
    readonly error: string | null;
    readonly code: string | null;
    readonly message: string | null;
    readonly retryable: boolean;
    readonly report: {
      readonly finalUrl: string | null;
      readonly targetStatus: number | null;
      readonly pageWidthPx: number | null;
      readonly pageHeightPx: number | null;
      readonly isTruncated: boolean;
      readonly requestCount: number;
      readonly blockedRequestCount: number;
      readonly receivedBytes: number;
    } | null;
    readonly verdict: {
      readonly kind: 'ok' | 'blank' | 'bot_challenge' | 'login_wall' | 'cookie_wall' | 'host_error' | 'incomplete' | 'truncated';
      readonly reasons: readonly string[];
      readonly confidence: 'high' | 'low';
    } | null;
    readonly statusUrl: string;
  };
} | {
  readonly type: 'batch.completed';
  readonly timestamp: string;
  readonly livemode: boolean;
  readonly data: {
    readonly batchId: string;
    readonly name: string | null;
    readonly status: 'RUNNING' | 'COMPLETE' | 'CANCELLED';
    readonly paused: boolean;
    readonly livemode: boolean;
    readonly projectId: number;
    readonly counts: {
      readonly items: number;
      readonly pending: number;
      readonly processing: number;
      readonly complete: number;
      readonly failed: number;
      readonly deleted: number;
    };
    readonly creditRequired: number;
    readonly creditsCharged: number;
    readonly createdAt: string;
    readonly finishedAt: string | null;
    readonly statusUrl: string;
  };
} | {
  readonly type: 'screenshot.changed';
  readonly timestamp: string;
  readonly livemode: boolean;
  readonly data: {
    readonly scheduleId: string;
    readonly scheduleName: string;
    readonly url: string | null;
    readonly projectId: number;
    readonly screenshotId: string;
    readonly previousScreenshotId: string;
    readonly diffRatio: number;
    readonly statusUrl: string;
    readonly comparisonUrl: string;
  };
} | {
  readonly type: 'webhook.test';
  readonly timestamp: string;
  readonly data: {
    readonly message: string;
  };
};

/** Events of captures that ended, with the headers that sign their bodies; `cursor` continues after them. */
export type SignedEvents = {
  readonly events: readonly {
    readonly id: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  }[];
  readonly cursor: string;
  readonly secret: string;
};

/** A project with its figures. Sizes in bytes. */
export type Project = {
  readonly id: number;
  readonly name: string;
  readonly screenshotCount: number;
  readonly totalSize: number;
  readonly monthlyLimit: number | null;
  readonly monthlyUsage: number | null;
  readonly createdAt: string;
};

/** Calls with API keys, newest first; `next` is the cursor of older ones. Times in ms. */
export type RequestPage = {
  readonly requests: readonly {
    readonly id: string;
    readonly requestId: string;
    readonly createdAt: string;
    readonly method: string;
    readonly route: string;
    readonly path: string;
    readonly target: string | null;
    readonly status: number;
    readonly durationMs: number;
    readonly credits: number;
    readonly errorCode: string | null;
    readonly apiKeyId: number;
    readonly projectId: number | null;
    readonly screenshotId: string | null;
  }[];
  readonly next: string | null;
  readonly searchedUntil: string | null;
};

/** A sample event as it was sent, and the answer of its receiver. */
export type WebhookSample = {
  readonly isDelivered: boolean;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string;
  readonly answer: {
    readonly durationMs: number;
    readonly statusCode: number | null;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly isBodyCut: boolean;
    readonly error: {
      readonly code: string;
      readonly message: string;
    } | null;
  };
  readonly sampleSecret: string | null;
};

/** A signed link, its end, and the price of each new capture. */
export type Link = {
  readonly url: string;
  readonly expiresAt: string;
  readonly creditRequired: number;
};

/** One page of screenshots, newest first. */
export interface ScreenshotPage {
  readonly screenshots: readonly Screenshot[];
  readonly meta: { readonly page: number; readonly limit: number; readonly total: number; readonly isTotalExact: boolean };
}
