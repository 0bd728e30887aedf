import { savedOptionsSchema, type SavedSetting } from '@shotwright/contract';
import { savedOptionsOf } from '@shotwright/contract/capture-options';
import { describe, expect, test } from 'vitest';
import {
  defaultForm,
  formOfSetting,
  type CaptureForm,
} from '../../../src/features/playground/form/capture-form.rules.ts';
import { buildPayload } from '../../../src/features/playground/form/capture-request.ts';
import { completeUrl } from '../../../src/lib/complete-url.ts';
import { findUrlProblem } from '../../../src/features/playground/form/target-url.rules.ts';

const filled: CaptureForm = {
  ...defaultForm,
  url: 'https://example.com/?a=1&b=2',
  project_id: '3',
  file_type: 'jpeg',
  width: '390',
  height: '844',
  full_page: true,
  delay: '2.5',
  element_selector: '#main > p',
  proxy_url: 'http://user:pass@proxy.example:80',
  inject_css: 'b{}',
  custom_header: '{"cookie":"secret"}',
};

function aSetting(options: SavedSetting['options'], projectId: number | null): SavedSetting {
  const createdAt = '2026-01-05T10:00:00.000Z';
  return { id: 9, name: 'Home', description: null, projectId, project: null, options, createdAt };
}

describe('a form as a saved setting', () => {
  test('[PG-19] [RL-24] contains text only and survives a round trip', () => {
    const options = savedOptionsOf(filled.mode, buildPayload(filled));
    expect(Object.values(options).every((value) => typeof value === 'string')).toBe(true);
    expect(savedOptionsSchema.safeParse(options).success).toBe(true);
    expect(formOfSetting(aSetting({ ...options }, 3))).toEqual({ ...filled, setting_id: '9' });
  });

  test('[RL-24] without a project among its options has the one it was saved in', () => {
    expect(formOfSetting(aSetting({ html: '<p>' }, 4))).toMatchObject({
      mode: 'html',
      project_id: '4',
    });
    expect(formOfSetting(aSetting({ html: '<p>' }, null)).project_id).toBe('');
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
