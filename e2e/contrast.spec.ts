import { fill, open, privatePages, publicPages } from './support/pages.ts';
import { expect, test } from './support/story.ts';
import { faintParts } from './support/contrast.ts';

test('[AX-4] controls, charts, placeholders and focus stand out from their surroundings on public pages', async ({
  page,
  watch,
}) => {
  // One of them is the page of an unknown path.
  watch.expect(/status of 404/);
  for (const path of [...publicPages, '/docs', '/docs/reference']) {
    await open(page, path);
    expect.soft(await faintParts(page), path).toEqual([]);
  }
});

test('[AX-4] controls, charts, placeholders and focus stand out from their surroundings in the dashboard', async ({
  memberPage: page,
  callApi,
  product,
  person,
}) => {
  test.slow();
  await fill(callApi);
  await product.fillFiles(person.email, 3);
  for (const path of privatePages) {
    await open(page, path);
    expect.soft(await faintParts(page), path).toEqual([]);
  }
});
