import { expect, test } from 'vitest';
import { useEngine } from './engine-fixture.ts';
import { rgb } from './pixels.ts';

const fixture = useEngine({ stallTimeoutMs: 1_000 });
const green = rgb('#00aa44');

test('what a script that comes late asks for is waited for', async () => {
  const rendering = await fixture.render('/script-comes-late');
  expect(rendering.at(10, 10)).toEqual(green);
});

test.each(['/chained-requests', '/frame-asks'])(
  'what a script asks for before or after the page has loaded is waited for: %s',
  async (path) => {
    const rendering = await fixture.render(path);
    expect(rendering.at(10, 700)).toEqual(green);
  },
);

test('a page that stops its own loading is captured without waiting for what it stopped', async () => {
  const rendering = await fixture.render('/stops-itself');
  expect(rendering.at(10, 700)).toEqual(green);
});

test('a resource is waited for as long as something of it comes', async () => {
  const rendering = await fixture.render('/trickling-image');
  expect(rendering.at(10, 10)).toEqual(green);
  expect(rendering.result.report.timings.navigateMs).toBeGreaterThan(2_000);
});

test('a resource that stops halfway delays the page, and does not fail it', async () => {
  const rendering = await fixture.render('/stuck-image');
  expect(rendering.at(10, 700)).toEqual(green);
});

test('a page without scripts that leads elsewhere is told of with redirects and status', async () => {
  const rendering = await fixture.render('/meta-redirects');
  expect(rendering.at(10, 10)).toEqual(green);
  expect(rendering.result.report).toMatchObject({
    redirects: [`${fixture.site.origin}/to?url=/green`],
    finalUrl: `${fixture.site.origin}/green`,
    targetStatus: 200,
  });
});

test('a page without scripts is drawn with what it asks for when it is laid out', async () => {
  const [text, background] = [
    await fixture.render('/late-font'),
    await fixture.render('/late-background'),
  ];
  expect([text.at(40, 100), background.at(10, 500)]).toEqual([green, green]);
});

test('the requests of a page without scripts are counted', async () => {
  const rendering = await fixture.render('/three-pictures');
  expect(rendering.result.report).toMatchObject({ targetStatus: 200 });
  // The browser may open a connection more than it uses, which counts as well.
  expect(rendering.result.report.requestCount).toBeGreaterThanOrEqual(4);
});

test('what scripts report is told, however early they did', async () => {
  const rendering = await fixture.render('/reports-errors');
  expect(rendering.result.report.consoleErrors).toEqual([
    'a word',
    expect.stringContaining('Error: a fault'),
  ]);
});

test('with scripts off, a page is drawn complete and its requests are counted', async () => {
  const rendering = await fixture.render('/trickling-image', { isJavaScriptDisabled: true });
  expect(rendering.at(10, 10)).toEqual(green);
  expect(rendering.result.report.requestCount).toBeGreaterThanOrEqual(2);
});
