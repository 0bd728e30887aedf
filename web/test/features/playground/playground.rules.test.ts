import { savedOptionsSchema } from '@shotwright/contract';
import { describe, expect, test } from 'vitest';
import {
  defaultForm,
  type CaptureForm,
} from '../../../src/features/playground/form/capture-form.rules.ts';
import {
  toSearchParams,
  fromSearchParams,
  hasFormParams,
} from '../../../src/features/playground/form/form-search-params.rules.ts';
import {
  formOfOptions,
  optionsOf,
} from '../../../src/features/playground/form/saved-options.rules.ts';
import {
  completeUrl,
  findUrlProblem,
} from '../../../src/features/playground/form/target-url.rules.ts';

const filled: CaptureForm = {
  ...defaultForm,
  url: 'https://example.com/?a=1&b=2',
  projectId: '3',
  fileType: 'jpeg',
  width: '390',
  height: '844',
  fullPage: true,
  disableAnimations: true,
  retina: true,
  delay: '2.5',
  elementSelector: '#main > p',
};
const secret: Partial<CaptureForm> = {
  proxyUrl: 'http://user:pass@proxy.example:80',
  injectCss: 'b{}',
  injectJs: 'alert(1)',
  customHeader: '{"cookie":"secret"}',
};

describe('a form in the URL', () => {
  test('[PG-33] survives a round trip', () => {
    expect(fromSearchParams(toSearchParams(filled), defaultForm)).toEqual(filled);
    expect(toSearchParams(defaultForm).toString()).toBe('');
    expect(hasFormParams(toSearchParams(filled))).toBe(true);
    expect(hasFormParams(new URLSearchParams('tab=x&project=2'))).toBe(false);
  });

  test('[PG-33] [RT-13] never contains HTML, code, headers, a proxy or the name project', () => {
    const search = toSearchParams({ ...filled, ...secret, html: '<p>', mode: 'html' });
    expect(
      [...search.keys()].filter((name) => /html|css|js|header|proxy|^project$/.test(name)),
    ).toEqual([]);
    expect(search.toString()).not.toContain('secret');
  });

  test('[PG-33] invalid query values fall back to the current form', () => {
    const search = new URLSearchParams(
      'project_id=abc&width=-5&height=99999&delay=1e9&file_type=gif&mode=pdf&full_page=1',
    );
    expect(fromSearchParams(search, defaultForm)).toEqual({ ...defaultForm, height: '4320' });
  });
});

describe('a form as a saved setting', () => {
  test('[PG-19] [RL-24] contains text only and survives a round trip', () => {
    const options = optionsOf({ ...filled, ...secret });
    expect(Object.values(options).every((value) => typeof value === 'string')).toBe(true);
    expect(savedOptionsSchema.safeParse(options).success).toBe(true);
    expect(formOfOptions(options, 3)).toEqual({ ...filled, ...secret });
  });

  test('[RL-24] HTML settings survive a round trip, also without a mode', () => {
    const html: CaptureForm = { ...defaultForm, mode: 'html', html: '<p>Hi</p>', projectId: '1' };
    expect(formOfOptions(optionsOf(html), 1)).toEqual(html);
    expect(formOfOptions({ html: '<p>' }, null)).toMatchObject({ mode: 'html', projectId: '' });
  });

  test('a foreign setting with invalid values becomes a valid form', () => {
    expect(
      formOfOptions({ url: 'https://a.example', width: 'x', delay: '900', file_type: 'GIF' }, 9),
    ).toEqual({ ...defaultForm, url: 'https://a.example', delay: '60', projectId: '9' });
  });
});

describe('target URLs', () => {
  test.each([
    ['example.com', 'https://example.com'],
    ['  https://example.com/a  ', 'https://example.com/a'],
    ['example.com:8080/x', 'https://example.com:8080/x'],
    ['//example.com', 'https://example.com'],
    ['HTTP://EXAMPLE.com', 'HTTP://EXAMPLE.com'],
    ['ftp://example.com', 'ftp://example.com'],
    ['   ', ''],
  ])('[PG-31] %j is completed to %j', (typed, complete) => {
    expect(completeUrl(typed)).toBe(complete);
  });

  test.each([
    ['https://example.com', undefined],
    ['8.8.8.8', undefined],
    ['172.32.0.1', undefined],
    ['', undefined],
    ['ftp://example.com', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['hello world', 'unreadable'],
    ['https://me:pw@example.com', 'credentials'],
    ['localhost:3000', 'private'],
    ['10.1.2.3', 'private'],
    ['http://2130706433/', 'private'],
    ['http://0x7f.1/', 'private'],
    ['172.31.255.255', 'private'],
    ['169.254.169.254', 'private'],
    ['printer.local', 'private'],
    ['http://[::1]/', 'private'],
    ['http://[fd00::1]/', 'private'],
    ['http://[::ffff:127.0.0.1]/', 'private'],
  ])('[PG-31] the problem of %j is %j', (typed, problem) => {
    expect(findUrlProblem(typed)).toBe(problem);
  });

  test.each([
    ['http://192.168.1.20:8080/', '192.168.0.0/16', undefined],
    ['http://192.168.1.20:8080/', '192.168.1.20:8080', undefined],
    ['http://192.168.1.20/', '192.168.1.20:80', undefined],
    ['https://wiki.internal/', 'wiki.internal:443', undefined],
    ['https://wiki.internal/', '10.0.0.0/8', undefined],
    ['http://[fd00::1]/', 'fd00::/8', undefined],
    ['http://192.168.1.9:8080/', '192.168.1.9', undefined],
    ['http://[::1]:3000/', '[::1]:3000', undefined],
    ['http://192.168.1.8/', '192.168.1.9', 'private'],
    ['http://192.168.1.20:8080/', '192.168.2.0/24', 'private'],
    ['http://192.168.1.20:8080/', '192.168.1.20:80', 'private'],
    ['http://10.0.0.1/', 'fd00::/8', 'private'],
    ['http://[::1]/', '127.0.0.0/8', 'private'],
    ['ftp://192.168.1.20/', '192.168.0.0/16', 'scheme'],
  ])('[PG-31] the problem of %j where %s is allowed is %j', (typed, target, problem) => {
    expect(findUrlProblem(typed, { privateTargets: [target] })).toBe(problem);
  });
});
