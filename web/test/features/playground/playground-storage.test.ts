import { beforeEach, describe, expect, test } from 'vitest';
import {
  defaultForm,
  type CaptureForm,
} from '../../../src/features/playground/form/capture-form.rules.ts';
import {
  playgroundKeys,
  readDraft,
  writeDraft,
} from '../../../src/features/playground/playground-storage.ts';

const form: CaptureForm = {
  ...defaultForm,
  url: 'https://example.com/',
  project_id: '3',
  file_type: 'jpeg',
  full_page: true,
  emulate_device: 'iPhone 15',
  width: '800',
  delay: '2.5',
  inject_js: ' go() ',
  custom_header: '{"x-token":"***"}',
  setting_id: '9',
};

function storeDraft(stored: unknown): void {
  sessionStorage.setItem(playgroundKeys.draft, JSON.stringify({ userId: 'ada', form: stored }));
}

beforeEach(() => sessionStorage.clear());

describe('the draft of a form', () => {
  test('[PG-33] is read as it was written, by its user only', () => {
    writeDraft('ada', form);
    expect(readDraft('ada')).toEqual(form);
    expect(readDraft('bea')).toBeUndefined();
  });

  test('that the previous release stored is read completely', () => {
    storeDraft({
      mode: 'url',
      url: 'https://example.com/',
      html: '',
      projectId: '3',
      fileType: 'jpeg',
      device: 'iPhone 15',
      width: '800',
      height: '720',
      fullPage: true,
      disableAnimations: false,
      disableJavascript: false,
      retina: false,
      delay: '2.5',
      proxyUrl: '',
      elementSelector: '',
      injectCss: '',
      injectJs: ' go() ',
      customHeader: '{"x-token":"***"}',
      settingId: '9',
    });
    expect(readDraft('ada')).toEqual(form);
  });

  test('that is damaged has the default of each unreadable value', () => {
    storeDraft({
      mode: 'pdf',
      width: 'wide',
      full_page: 'maybe',
      file_type: 7,
      url: 'https://a.b',
    });
    expect(readDraft('ada')).toEqual({ ...defaultForm, url: 'https://a.b' });
    storeDraft(null);
    expect(readDraft('ada')).toEqual(defaultForm);
    sessionStorage.setItem(playgroundKeys.draft, '{');
    expect(readDraft('ada')).toBeUndefined();
  });
});
