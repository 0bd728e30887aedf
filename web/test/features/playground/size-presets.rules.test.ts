import { expect, test } from 'vitest';
import { defaultForm } from '../../../src/features/playground/form/capture-form.rules.ts';
import { buildPayload } from '../../../src/features/playground/form/capture-request.ts';
import { sizePresets } from '../../../src/features/playground/form/size-presets.rules.ts';

const names = ['iPhone 15', 'iPhone 17 Pro', 'iPhone 16', 'iPhone SE', 'Galaxy S24'];

test('[PG-38] presets set the size of a social card, Full HD, an iPhone and the width of A4', () => {
  const form = { ...defaultForm, emulate_device: 'Galaxy S24', full_page: true, retina: true };
  const payloads = sizePresets(names).map(({ values }) => {
    const {
      width,
      height,
      emulate_device: device,
      full_page,
      retina,
    } = buildPayload({
      ...form,
      ...values,
    });
    return [width, height, device, full_page, retina];
  });
  expect(payloads).toEqual([
    [1200, 630, undefined, 'false', 'false'],
    [1920, 1080, undefined, 'true', 'true'],
    [undefined, undefined, 'iPhone 16', 'true', 'true'],
    [794, 1123, undefined, 'true', 'true'],
  ]);
});

test('[PG-38] without an iPhone among the devices, its preset is absent', () => {
  const labels = sizePresets(['Galaxy S24']).map(({ label }) => label);
  expect(labels).toEqual([
    'Social card, 1200 × 630',
    'Full HD, 1920 × 1080',
    'Report, width of A4',
  ]);
});
