import { describe, expect, test } from 'vitest';
import { importMessages as messages } from '../../../../src/lib/messages/captures/playground-import.ts';
import { defaultForm } from '../../../../src/features/playground/form/capture-form.rules.ts';
import { buildPayload } from '../../../../src/features/playground/form/capture-request.ts';
import {
  formOfImport,
  shownValue,
} from '../../../../src/features/playground/import/imported-form.rules.ts';
import {
  hasKey,
  maskKeys,
  readPaste,
} from '../../../../src/features/playground/import/pasted-request.rules.ts';
import { curlSample } from '../../../../src/features/playground/samples/scripts.ts';
import { sampleRequestOf } from '../../../../src/features/playground/samples/sample-request.ts';

const optionsOf = (text: string) => readPaste(text).request?.options;
const api = 'https://shots.example/api/v1';
const body = '{"url":"https://example.com/","width":900}';
const wide = { url: 'https://example.com/', width: 900 };

describe('[PG-39] a pasted command', () => {
  test('that the Developer panel prints gives the form that printed it', () => {
    const form = {
      ...defaultForm,
      url: 'https://example.com/?q=it%27s',
      project_id: '7',
      width: '900',
      retina: true,
      delay: '2.5',
      inject_js: `document.title = 'it\\'s "new"';\nscrollTo(0, 9)`,
      custom_header: '{"x-team":"qa"}',
      hide_selectors: '#a\n.b, .c',
      steps: 'click #a\nwait 100',
    };
    const payload = buildPayload(form);
    const sample = curlSample(
      sampleRequestOf({ payload, origin: 'https://shots.example', apiKey: 'sk_live_1' }),
    );
    const { request } = readPaste(sample);
    expect(request?.outside).toEqual(['response_type']);
    expect(formOfImport(request?.options ?? {}, defaultForm)).toEqual(form);
  });

  test.each([
    `curl -X POST ${api}/screenshots -H 'x-api-key: k' -d '${body}'`,
    `curl --request POST --url ${api}/screenshots --json '${body}'`,
    `curl -sSLo shot.png -XPOST ${api}/screenshot/ -H "x-api-key: $KEY" --data-raw '${body}'`,
    `curl "$HOST/api/v1/screenshots" --max-time 60 --data=${JSON.stringify(body)} | jq .`,
    `$ curl.exe ${api}/screenshots ^\r\n  --data-binary ${JSON.stringify(body)} ^\r\n  -o a.png`,
    `curl ${api}/screenshots -d $'{"url":"https://example.com/",\\n"width":900}'`,
  ])('is read as people write it: %j', (text) => {
    expect(optionsOf(text)).toEqual(wide);
  });

  test('of a link, or its URL alone, has its options in the query', () => {
    const query = 'url=https%3A%2F%2Fexample.com%2F&width=900';
    const wideText = { ...wide, width: '900' };
    for (const text of [
      `curl '${api}/take?${query}&key_id=1&expires=2&signature=3'`,
      `curl ${api}/take/shot.png?${query}&access_key=4`,
      `curl -G ${api}/take --data-urlencode 'url=https://example.com/' -d width=900`,
      `${api}/take?${query}#top`,
    ]) {
      expect(optionsOf(text)).toEqual(wideText);
    }
  });

  test.each([
    [`curl ${api}/screenshots`, messages.noData],
    [`curl ${api}/screenshots -d @body.json`, messages.commandProblems.dataFile],
    [`curl ${api}/screenshots -F url=a`, messages.commandProblems.form],
    [`curl ${api}/screenshots -d '{`, messages.commandProblems.unclosed],
    ['curl -X POST', messages.commandProblems.noUrl],
    [`curl ${api}/projects -d '${body}'`, messages.otherUrl],
    ['https://example.com/', messages.otherUrl],
    [`curl ${api}/screenshots -d '[1]'`, messages.notObject],
    ['wget https://example.com', messages.notRecognised],
    ['[1]', messages.notObject],
  ])('that cannot be read says why: %j', (text, problem) => {
    expect(readPaste(text)).toEqual({ problem });
  });
});

describe('[PG-39] pasted JSON', () => {
  test('has options under their own names, and names the fields that the form lacks', () => {
    const { request } = readPaste(
      '{"url":"https://a.example/","no_ads":true,"block_ads":false,"wait":30,"response_type":"image","widht":3,"api_key":"k"}',
    );
    expect(request).toEqual({
      options: { url: 'https://a.example/', block_ads: false, widht: 3 },
      outside: ['wait', 'response_type'],
      problems: [messages.twice('no_ads', 'block_ads')],
    });
  });

  test('of HTML leaves out what a capture of HTML does not have', () => {
    const { request } = readPaste('{"html":"<p>","proxy_url":"http://a.example:80"}');
    expect(request?.options).toEqual({ html: '<p>' });
    expect(request?.outside).toEqual(['proxy_url']);
    expect(formOfImport({ html: '<p>' }, defaultForm)).toMatchObject({ mode: 'html', html: '<p>' });
  });

  test('that is no JSON names the mistake', () => {
    expect(readPaste('{"url":').problem).toMatch(/^The options are not valid JSON: /);
  });
});

test('[PG-39] values of every kind become the values of the form', () => {
  const form = formOfImport(
    {
      full_page: 'true',
      retina: true,
      file_type: 'WEBP',
      delay: '2.50',
      custom_header: { 'x-team': 'qa' },
      cookies: ['a=1', 'b=2'],
      steps: [{ action: 'click', selector: '#a' }],
      hide_selectors: ['#a, #b', '.c'],
      block_resources: ['image', 'font'],
    },
    { ...defaultForm, url: 'https://stays.example/', project_id: '3', setting_id: '9', delay: '5' },
  );
  expect(form).toMatchObject({
    url: 'https://stays.example/',
    project_id: '3',
    setting_id: '',
    full_page: true,
    retina: true,
    file_type: 'webp',
    delay: '2.5',
    custom_header: '{"x-team":"qa"}',
    cookies: 'a=1\nb=2',
    steps: '[{"action":"click","selector":"#a"}]',
    hide_selectors: '#a, #b\n.c',
    block_resources: 'image,font',
  });
  expect(shownValue('cookies', ['a=1'])).toBe('***');
  expect(shownValue('width', 900)).toBe('900');
});

test('[PG-39] API keys are masked wherever they are written; other headers are not', () => {
  for (const text of [
    `curl -H 'x-api-key: sk_live_abc'`,
    `curl --header "X-Api-Key: other"`,
    `curl -H ^"authorization: Bearer abc^"`,
    `${api}/take?access_key=abc`,
    '{"api_key": "abc"}',
    'x = sk_test_abc',
  ]) {
    const masked = maskKeys(text);
    expect(masked).toContain('***');
    expect(masked).not.toMatch(/abc|other/);
    expect(maskKeys(masked)).toBe(masked);
    expect(hasKey(masked)).toBe(true);
  }
  const harmless = `-d '{"custom_header":{"x-api-key":"of the site"},"cache_key":"a"}'`;
  expect(maskKeys(harmless)).toBe(harmless);
  expect(hasKey(harmless)).toBe(false);
});
