import { expect, test } from 'vitest';
import { useEngine } from './engine-fixture.ts';
import { rgb } from './pixels.ts';

// Most of the time, the captures wait for the site.
const fixture = useEngine({ stallTimeoutMs: 1_000 }, { concurrency: 4 });
const green = rgb('#00aa44');

test.concurrent('requests made by a late script are waited for', async () => {
  const rendering = await fixture.render('/script-comes-late');
  expect(rendering.at(10, 10)).toEqual(green);
});

test.concurrent.each(['/chained-requests', '/frame-asks'])(
  'what a script asks for before or after the page has loaded is waited for: %s',
  async (path) => {
    const rendering = await fixture.render(path);
    expect(rendering.at(10, 700)).toEqual(green);
  },
);

test.concurrent('a page that calls window.stop() is captured without waiting for the stopped requests', async () => {
  const rendering = await fixture.render('/stops-itself');
  expect(rendering.at(10, 700)).toEqual(green);
});

test.concurrent('a resource is waited for while it still delivers data', async () => {
  const rendering = await fixture.render('/trickling-image');
  expect(rendering.at(10, 10)).toEqual(green);
  expect(rendering.result.report.timings.navigateMs).toBeGreaterThan(2_000);
});

test.concurrent('a resource that stops halfway delays the capture and does not fail it', async () => {
  const rendering = await fixture.render('/stuck-image');
  expect(rendering.at(10, 700)).toEqual(green);
});

test.concurrent('the report of a script-free page holds its redirects and status', async () => {
  const rendering = await fixture.render('/meta-redirects');
  expect(rendering.at(10, 10)).toEqual(green);
  expect(rendering.result.report).toMatchObject({
    redirects: [`${fixture.site.origin}/to?url=/green`],
    finalUrl: `${fixture.site.origin}/green`,
    targetStatus: 200,
  });
});

test.concurrent('a script-free page is captured with the resources that its layout requests', async () => {
  const [text, background] = [
    await fixture.render('/late-font'),
    await fixture.render('/late-background'),
  ];
  expect([text.at(40, 100), background.at(10, 500)]).toEqual([green, green]);
});

test.concurrent('a background that a script-free page asks for after it has loaded is waited for', async () => {
  const rendering = await fixture.render('/background-after-load');
  expect(rendering.at(10, 10)).toEqual(green);
});

test.concurrent('the report of a script-free page that never loads lists only what has not ended', async () => {
  const { waiting } = (await fixture.render('/stuck-beside-loaded')).result.report;
  expect(waiting.underWay).toEqual([{ kind: 'content', url: `${fixture.site.origin}/stuck.svg` }]);
});

test.concurrent('requests of workers that have closed are not waited for', async () => {
  const { waiting } = (await fixture.render('/closing-workers')).result.report;
  expect(waiting.requests).toContainEqual(
    expect.objectContaining({ url: `${fixture.site.origin}/hang` }),
  );
  expect(waiting.underWay).toEqual([]);
});

test.concurrent('the requests of a script-free page are counted', async () => {
  const rendering = await fixture.render('/three-pictures');
  expect(rendering.result.report).toMatchObject({ targetStatus: 200 });
  // The browser may open one more connection than it uses, which counts as a request.
  expect(rendering.result.report.requestCount).toBeGreaterThanOrEqual(4);
});

test.concurrent('console errors are reported, however early they occur', async () => {
  const rendering = await fixture.render('/reports-errors');
  expect(rendering.result.report.consoleErrors).toEqual([
    'a word',
    expect.stringContaining('Error: a fault'),
  ]);
});

test.concurrent('with JavaScript disabled, a page is captured complete and its requests are counted', async () => {
  const rendering = await fixture.render('/trickling-image', { isJavaScriptDisabled: true });
  expect(rendering.at(10, 10)).toEqual(green);
  expect(rendering.result.report.requestCount).toBeGreaterThanOrEqual(2);
});
