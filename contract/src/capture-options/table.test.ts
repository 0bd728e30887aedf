import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  dashboardHtmlCaptureSchema,
  dashboardUrlCaptureSchema,
  htmlCaptureSchema,
  savedOptionsSchema,
  urlCaptureSchema,
  type HtmlCapture,
  type UrlCapture,
} from '../capture-requests.ts';
import type { z } from 'zod';
import type { OutputFormat } from '../paths/screenshots.ts';
import { advancedOptions } from './rows/advanced.ts';
import { cacheOptions } from './rows/cache.ts';
import { cleanUpOptions } from './rows/clean-up.ts';
import { deliveryOptions } from './rows/delivery.ts';
import { emulationOptions } from './rows/emulation.ts';
import { loadingOptions } from './rows/loading.ts';
import { outputOptions } from './rows/output.ts';
import { imageOptions } from './rows/output-image.ts';
import { pageOptions } from './rows/output-page.ts';
import { pdfOptions } from './rows/output-pdf.ts';
import { sourceOptions } from './rows/source.ts';
import { stepOptions } from './rows/steps.ts';
import { waitingOptions } from './rows/waiting.ts';
import { captureCalls, optionGroups, type CaptureCall, type CaptureOptionRow } from './row.ts';
import {
  captureOptionNames,
  captureOptions,
  optionNamesOf,
  secretOptionNames,
  shareableOptionNames,
  type CaptureOptionName,
  type CaptureOptions,
  type SecretOptionName,
} from './table.ts';

const schemas = {
  url: urlCaptureSchema,
  html: htmlCaptureSchema,
  dashboard_url: dashboardUrlCaptureSchema,
  dashboard_html: dashboardHtmlCaptureSchema,
} as const;
const rows = Object.entries<CaptureOptionRow>(captureOptions);
const fieldsOf = (call: CaptureCall): Readonly<Record<string, z.ZodType>> => schemas[call].shape;

describe.each(rows)('the option %s', (name, row) => {
  test('has one name of its own, in snake case, as have its aliases', () => {
    const names = rows.flatMap(([canonical, { aliases = [] }]) => [canonical, ...aliases]);
    for (const one of [name, ...(row.aliases ?? [])]) {
      expect(one).toMatch(/^[a-z]+(_[a-z]+)*$/i);
      expect(names.filter((other) => other === one)).toEqual([one]);
    }
    expect(name).toBe(name.toLowerCase());
  });

  test('is documented in one sentence with an example', () => {
    expect(row.docs.sentence).toMatch(/^[A-Z][^\n]{10,120}\.$/);
    expect(Object.keys(optionGroups)).toContain(row.group);
  });

  test('takes its example in every call it applies to, and in a saved setting', () => {
    for (const call of row.appliesTo) {
      expect(fieldsOf(call)[name]?.safeParse(row.docs.example).success).toBe(true);
    }
    const saved = savedOptionsSchema.safeParse({ [name]: row.docs.example });
    expect(saved.success).toBe(!['origin', 'never'].includes(row.storage));
  });

  test('has its default if it is absent, unless another option may replace the default', () => {
    const expected = row.defaultUnless === undefined ? row.default : undefined;
    for (const call of row.appliesTo) {
      const isRequired = row.requiredBy?.includes(call) === true;
      const absent = fieldsOf(call)[name]?.safeParse(undefined);
      expect(absent).toMatchObject(
        isRequired ? { success: false } : { success: true, data: expected },
      );
      expect(fieldsOf(call)[name]?.parse(row.default ?? row.docs.example)).toBeDefined();
    }
  });

  test('is required only where it applies, and names only other options that exist', () => {
    expect(row.appliesTo).toEqual(expect.arrayContaining([...(row.requiredBy ?? [])]));
    const others = [
      ...(row.excludes ?? []).flatMap(({ options }) => options),
      ...(row.defaultUnless ? [row.defaultUnless] : []),
      ...(row.requires ?? []),
      ...(row.requiresAll ?? []),
    ];
    expect(captureOptionNames).toEqual(expect.arrayContaining(others));
    expect(others).not.toContain(name);
  });
});

test.each(secretOptionNames)('the secret %s has no default and is kept out of URLs', (name) => {
  const row = captureOptions[name];
  expect(row).not.toHaveProperty('isShareable');
  expect(row).not.toHaveProperty('default');
  expect(row.storage).toBe('if_changed');
});

test('no option has two rows', () => {
  const tables = [
    sourceOptions,
    outputOptions,
    imageOptions,
    pageOptions,
    pdfOptions,
    advancedOptions,
    cleanUpOptions,
    emulationOptions,
    stepOptions,
    loadingOptions,
    waitingOptions,
    deliveryOptions,
    cacheOptions,
  ];
  expect(tables.flatMap(Object.keys)).toEqual(captureOptionNames);
});

test('the options of a call are the fields of its schema, in order', () => {
  for (const call of captureCalls) {
    expect(Object.keys(schemas[call].shape)).toEqual(optionNamesOf(call));
  }
});

test('[PG-13] the order of the options is the one of the specification', () => {
  const specified =
    'url html project_id file_type full_page disable_animations disable_javascript retina ' +
    'emulate_device width height delay proxy_url element_selector inject_css inject_js custom_header';
  const names: readonly string[] = captureOptionNames;
  expect(names.filter((name) => specified.split(' ').includes(name)).join(' ')).toBe(specified);
});

test('credentials, code and pasted HTML never appear in a URL', () => {
  expect(secretOptionNames).toEqual([
    'proxy_url',
    'custom_header',
    'cookies',
    'basic_auth_user',
    'basic_auth_password',
    'steps',
    'upload_url',
  ]);
  for (const name of [...secretOptionNames, 'html', 'inject_css', 'inject_js']) {
    expect(shareableOptionNames).not.toContain(name);
  }
});

test('request and option types are exact', () => {
  expectTypeOf<UrlCapture['file_type']>().toEqualTypeOf<OutputFormat>();
  expectTypeOf<UrlCapture['full_page']>().toEqualTypeOf<boolean>();
  expectTypeOf<UrlCapture['width']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<UrlCapture>().toExtend<{ readonly url: string; readonly delay: number }>();
  expectTypeOf<UrlCapture>().not.toHaveProperty('html');
  expectTypeOf<HtmlCapture>().not.toHaveProperty('proxy_url');
  expectTypeOf<z.output<typeof dashboardHtmlCaptureSchema>>().not.toHaveProperty('wait');
  expectTypeOf<z.input<typeof dashboardUrlCaptureSchema>['project_id']>().toEqualTypeOf<
    number | string
  >();
  expectTypeOf<UrlCapture>().toExtend<CaptureOptions>();
  expectTypeOf<HtmlCapture>().toExtend<CaptureOptions>();
  expectTypeOf<CaptureOptions>().not.toHaveProperty('response_type');
  expectTypeOf<SecretOptionName>().toEqualTypeOf<
    | 'proxy_url'
    | 'custom_header'
    | 'cookies'
    | 'basic_auth_user'
    | 'basic_auth_password'
    | 'steps'
    | 'upload_url'
  >();
  expectTypeOf<'Full_Page'>().not.toExtend<CaptureOptionName>();
});
