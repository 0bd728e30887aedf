import { expect, test } from 'vitest';
import { createKeyRing } from '../../lib/crypto.ts';
import { newId } from '../../lib/ids.ts';
import { createFileLinks } from './file-links.ts';

const publicUrl = 'https://shots.example';
const start = Date.parse('2026-01-05T10:00:30Z');

function linksAt(nowMs: number, secret = 'a secret of more than thirty-two bytes') {
  const clock = { now: () => new Date(nowMs) };
  return createFileLinks({ keyRing: createKeyRing(secret), clock, publicUrl, linkSeconds: 3_600 });
}

function partsOf(url: string) {
  const [id = '', expires = '', signature = '', name = ''] = new URL(url).pathname
    .split('/')
    .slice(4);
  return { id, expires: Number(expires), signature, name: decodeURIComponent(name) };
}

const file = { id: newId(), name: 'example.com 2026.png' };

test('[FM-25] a URL is signed, ends in the file name and expires after an hour', () => {
  const url = linksAt(start).linkFor(file);
  expect(url.endsWith('/example.com%202026.png')).toBe(true);
  const part = partsOf(url);
  expect(linksAt(start).verify('files', part)).toBe('valid');
  expect(linksAt(start + 3_600_000).verify('files', part)).toBe('valid');
  expect(linksAt(start + 4_300_000).verify('files', part)).toBe('expired');
});

test('a URL with any changed part is rejected as forged', () => {
  const links = linksAt(start);
  const part = partsOf(links.linkFor(file));
  expect(links.verify('files', { ...part, id: newId() })).toBe('invalid');
  expect(links.verify('files', { ...part, expires: part.expires + 1 })).toBe('invalid');
  expect(links.verify('files', { ...part, name: 'other.html' })).toBe('invalid');
  expect(links.verify('files', { ...part, signature: '' })).toBe('invalid');
  expect(links.verify('thumbnails', part)).toBe('invalid');
  expect(linksAt(start, 'another secret of more than thirty-two').verify('files', part)).toBe(
    'invalid',
  );
});

test('the URLs of a file are stable for minutes, so that the browser cache is used', () => {
  const later = linksAt(start + 500_000);
  expect(linksAt(start).linkFor(file)).toBe(later.linkFor(file));
  expect(linksAt(start).thumbnailFor(file)).toBe(later.thumbnailFor(file));
  expect(linksAt(start).linkFor(file)).not.toBe(linksAt(start + 900_000).linkFor(file));
});

test('URLs differ by kind, name and time, and are stable until their stated time', () => {
  let nowMs = start;
  const links = createFileLinks({
    keyRing: createKeyRing('a secret of more than thirty-two bytes'),
    clock: { now: () => new Date(nowMs) },
    publicUrl,
    linkSeconds: 3_600,
  });
  const first = links.linkFor(file);
  expect(links.linkFor(file)).toBe(first);
  for (const other of [links.thumbnailFor(file), links.linkFor({ ...file, name: 'b.png' })])
    expect(other).not.toBe(first);
  expect(links.verify('files', partsOf(links.linkFor({ ...file, name: 'c.png' })))).toBe('valid');
  const until = links.urlsValidUntil();
  expect(partsOf(first).expires).toBe(until);
  nowMs += 900_000;
  expect(links.urlsValidUntil()).toBeGreaterThan(until);
  expect(partsOf(links.linkFor(file)).expires).toBeGreaterThan(partsOf(first).expires);
});

test('a thumbnail is named after its file', () => {
  const url = linksAt(start).thumbnailFor({ id: file.id, name: file.name });
  expect(url.endsWith('/example.com%202026.webp')).toBe(true);
  expect(linksAt(start).verify('thumbnails', partsOf(url))).toBe('valid');
});

test('[FM-25] only a URL of this service identifies a file, expired or not', () => {
  const url = linksAt(start).linkFor(file);
  expect(linksAt(start + 86_400_000).fileIdIn(url)).toBe(file.id);
  const others = [
    '',
    'nonsense',
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    url.replace(publicUrl, 'https://evil.example'),
    url.replace(publicUrl, 'https://shots.example@evil.example'),
    `${url}?x=1`,
    url.replace('.png', '.svg'),
    url.replace(file.id, newId()),
    url.replace('/api/v1/files/', '/api/v1/files/../files/x/'),
    `${url.slice(0, url.lastIndexOf('/'))}/%zz`,
  ];
  expect(others.filter((other) => linksAt(start).fileIdIn(other) !== undefined)).toEqual([]);
});
