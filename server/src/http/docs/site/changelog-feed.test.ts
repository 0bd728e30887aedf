import { expect, test } from 'vitest';
import { changelogFeed } from './changelog-feed.ts';

test('[PA-14] the feed has an entry for each date of the changelog, with absolute links', () => {
  const markdown = `What was added.

## 2 March 2027

- **Links & more:** see [the guide](/docs/links).

## 28 February 2027

- First.
`;
  const feed = changelogFeed({
    markdown,
    productName: 'A & B',
    publicUrl: 'https://shots.example',
  });
  expect(feed).toContain('<title>A &amp; B: changelog</title>');
  expect(feed.match(/<id>[^<]*/g)).toEqual([
    '<id>https://shots.example/docs/changelog',
    '<id>https://shots.example/docs/changelog#2027-03-02',
    '<id>https://shots.example/docs/changelog#2027-02-28',
  ]);
  expect(feed.match(/<updated>[^<]*/g)).toEqual([
    '<updated>2027-03-02T00:00:00Z',
    '<updated>2027-03-02T00:00:00Z',
    '<updated>2027-02-28T00:00:00Z',
  ]);
  expect(feed).toContain('&lt;a href=&quot;https://shots.example/docs/links&quot;&gt;');
  expect(feed).toContain('Links &amp;amp; more');
});
