import type { Verdict } from '../../src/index.ts';
import { green, type Pattern } from './pattern.ts';

/** A page with the verdict about its image: kind, then reasons. */
export interface VerdictPage extends Pattern {
  readonly verdict: readonly [kind: Verdict['kind'], ...reasons: string[]];
}

const words = '<p>This page has enough words to be read by a person who came to read it.</p>';
const long = words.repeat(20);

const html = (body: string, title = 'Page'): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><body>${body}</body></html>`;

function responds(
  name: string,
  { status = 200, headers = {}, body = html(words) },
  verdict: VerdictPage['verdict'],
): VerdictPage {
  const route = { status, headers: headers as Record<string, string>, type: 'text/html', body };
  return { name, page: '', routes: { '': route }, verdict };
}

const page = (name: string, body: string, verdict: VerdictPage['verdict']): VerdictPage =>
  responds(name, { body: html(body) }, verdict);

/** Pages with the verdicts about them. */
export const verdictPages: readonly VerdictPage[] = [
  page('good', long, ['ok']),
  page('one-line', '<p>Nothing but this one line</p>', ['ok']),
  page('text-ok', 'ok', ['ok']),
  page('dark', `<style>html{background:#000;color:#111}</style>${words}`, ['ok']),
  page('colours', `<style>body{height:700px;background:linear-gradient(red,blue)}</style>`, ['ok']),
  page('canvas', '<canvas width="800" height="600"></canvas>', ['ok']),
  page('empty', '', ['blank', 'uniform_image']),
  page('empty-application', '<div id="root"></div><script>0</script>', ['blank', 'uniform_image']),
  page(
    'text-for-screen-readers',
    '<a style="position:absolute;width:1px;height:1px;overflow:hidden">Skip to content</a>',
    ['blank', 'uniform_image'],
  ),
  page('hidden-text', `<div style="opacity:0">${long}</div>`, ['blank', 'uniform_image']),
  page(
    'content-a-moment-later',
    `<div id="root"></div><script>setTimeout(() => { root.innerHTML = '${words}' }, 400)</script>`,
    ['ok'],
  ),
  responds('server-error', { status: 500, body: '' }, [
    'host_error',
    'error_status',
    'uniform_image',
  ]),
  responds('not-found', { status: 404 }, ['host_error', 'error_status']),
  responds('soft-not-found', { body: html('<h1>Page not found</h1>') }, [
    'host_error',
    'error_title',
  ]),
  responds('unauthorized', { status: 401 }, ['login_wall', 'unauthorized']),
  responds('cloudflare', { status: 403, headers: { 'cf-mitigated': 'challenge' } }, [
    'bot_challenge',
    'challenge_cloudflare',
  ]),
  responds('vercel', { status: 429, headers: { 'X-Vercel-Mitigated': 'challenge' } }, [
    'bot_challenge',
    'challenge_vercel',
  ]),
  responds('linkedin-status', { status: 999 }, ['host_error', 'error_status']),
  page('cloudflare-script', `${words}<script>window._cf_chl_opt = { cType: 'managed' }</script>`, [
    'bot_challenge',
    'challenge_cloudflare',
  ]),
  page('anubis', `${words}<script id="anubis_challenge" type="application/json">{}</script>`, [
    'bot_challenge',
    'challenge_anubis',
  ]),
  page('article-about-challenges', `${long}<pre>window._cf_chl_opt, captcha-delivery.com</pre>`, [
    'ok',
  ]),
  responds(
    'weak-signs',
    { status: 403, body: html('<div class="h-captcha">Prove it</div>', 'Access denied') },
    ['bot_challenge', 'captcha', 'challenge_title', 'short_text'],
  ),
  page('captcha-in-a-form', `${long}<form><div class="g-recaptcha">I am human</div></form>`, [
    'ok',
  ]),
  {
    name: 'redirect-to-login',
    page: '',
    routes: {
      '': { status: 302, headers: { location: 'login' } },
      login: { type: 'text/html', body: html(`${words}<input type="password">`) },
    },
    verdict: ['login_wall', 'login_redirect'],
  },
  page('login-form', `${words}<input type="password">`, ['ok']),
  page(
    'skeleton',
    '<h1>Shop</h1><div class="card-skeleton" style="height:600px;background:#eee"></div>',
    ['incomplete', 'placeholders'],
  ),
  page('filled-placeholders', `<div class="placeholder-box" style="height:600px">${long}</div>`, [
    'ok',
  ]),
  page(
    'missing-images',
    `${words}${'<img src="missing.png" width="300" height="200">'.repeat(3)}<img src="/color/${green.slice(1)}.png" width="300" height="200">`,
    ['incomplete', 'images_missing'],
  ),
  page(
    'spinner',
    `<style>@keyframes turn{to{rotate:1turn}}i{position:fixed;left:600px;top:360px;width:80px;height:80px;border-top:9px solid;animation:turn 1s infinite}</style><i></i>`,
    ['incomplete', 'spinner'],
  ),
  page(
    'cookie-overlay',
    `${long}<div style="position:fixed;inset:100px;background:#fff"><p>We use cookies</p><button>Accept</button></div>`,
    ['cookie_wall', 'consent_overlay'],
  ),
  page(
    'cookie-bar',
    `${long}<div style="position:fixed;inset:auto 0 0 0;height:100px;background:#fff">We use cookies <button>Accept</button></div>`,
    ['ok'],
  ),
];
