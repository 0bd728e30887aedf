import { describe, expect, it } from 'vitest';
import { renderMail } from './mail-layout.ts';
import { contentOf } from './mail-templates.ts';
import type { Mail } from './mail.ts';
import { sampleMails } from './sample-mails.ts';

const brand = {
  productName: 'Shotwright',
  supportEmail: 'help@example.com',
  publicUrl: 'https://shots.example',
  billing: true,
};
const { to } = sampleMails.welcome[0]!;
const mails: readonly Mail[] = Object.values(sampleMails).flat();
const render = (mail: Mail) => renderMail(contentOf(mail, brand), brand);

it('an email about a batch speaks of credits only with billing', () => {
  const [, failed] = sampleMails.batch_finished;
  const textOf = (billing: boolean) =>
    renderMail(contentOf(failed!, { ...brand, billing }), brand).text;
  expect(textOf(true)).toMatch(/It used 18 credits\.[^]*Failed captures cost nothing\./);
  expect(textOf(false)).not.toMatch(/credit|cost/);
});

it('an email about a batch states how many of its captures failed', () => {
  const [finished, failed] = sampleMails.batch_finished.map(render);
  expect([finished?.subject, failed?.subject]).toEqual([
    'Shotwright: your batch is finished',
    'Shotwright: your batch "Product pages" is finished: 2 of 20 failed',
  ]);
  expect(failed?.text).toContain('Retry them with the API');
  expect(finished?.text).not.toContain('Retry them');
});

describe.each(mails.map((mail) => [mail.template, mail] as const))('%s', (_name, mail) => {
  const { subject, text, html } = render(mail);

  it('[DX-23] has the same content in text and HTML, with one action at most', () => {
    expect(subject).toContain('Shotwright');
    const links = [...html.matchAll(/href="(https?:[^"]+)"/g)].map(([, href]) => href!);
    expect(links.length).toBeLessThanOrEqual(1);
    for (const link of links) expect(text).toContain(link.replaceAll('&amp;', '&'));
    expect(text).toContain('help@example.com');
    expect(html).toContain('mailto:help@example.com');
  });

  it('[DX-23] needs no images and contains no tracking', () => {
    expect(html).not.toMatch(/<img|<script|<link|<style|url\(|background=|src=/i);
  });
});

it('a code appears in the subject, the text and the HTML', () => {
  const { subject, text, html } = render(mails[0]!);
  expect(subject).toBe('012345 is your Shotwright code');
  expect(text).toContain('    012345\n');
  expect(html).toContain('>012345<');
});

it('a name cannot inject markup or lines into a mail', () => {
  const firstName = '<img src=x onerror=alert(1)>\n\nClick http://evil.example "now" & ';
  const { text, html } = render({ template: 'welcome', to, firstName });
  expect(html).not.toContain('<img');
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(text.split('\n')[0]).toBe(
    'Hello <img src=x onerror=alert(1)> Click http://evil.example "now" & ,',
  );
});

it('a warning states the remaining credits, the next renewal and the storage used', () => {
  const texts = mails.filter(({ template }) => template.endsWith('_warning')).map(render);
  expect(texts.map(({ subject }) => subject)).toEqual([
    '75% of your Shotwright credits are used',
    '95% of your Shotwright credits are used',
    'Your Shotwright credits are used up',
    'Your Shotwright storage is 80% full',
  ]);
  expect(texts[0]?.text).toContain('You have 25 of 100 credits left in this cycle.');
  expect(texts[0]?.text).toContain('Your credits renew on 1 January 2026.');
  expect(texts[2]?.text).toContain('You have used all your credits for this cycle.');
  expect(texts[3]?.text).toContain('410.08 MB of the 512.00 MB of your plan');
});
