import { expect, test } from 'vitest';
import { createFileLinks } from '../features/files/file-links.ts';
import { createPublicLinks } from '../features/files/public-links.ts';
import { createAttachmentLinks } from '../features/tickets/attachment-links.ts';
import { createKeyRing } from '../lib/crypto.ts';
import { createExpiringLinks, createSignedLinks } from './signed-links.ts';

const keyRing = createKeyRing('a secret of more than thirty-two bytes');
const publicUrl = 'https://shots.example';
const start = Date.parse('2026-01-05T10:00:30Z');
const clock = { now: () => new Date(start) };
const id = '0199f0a2-7c11-7d63-9a3e-2f1b6c5d4e3f';
const target = { id, name: 'a b.png' };

test('links that earlier releases issued stay the same, so that they stay valid', () => {
  const files = createFileLinks({ keyRing, clock, publicUrl, linkSeconds: 3_600 });
  const attachments = createAttachmentLinks({ keyRing, clock, publicUrl });
  const api = `${publicUrl}/api/v1`;
  expect([
    files.linkFor(target),
    files.thumbnailFor(target),
    createPublicLinks({ keyRing, publicUrl }).urlOf(target),
    attachments.linkFor({ id, contentType: 'image/png' }),
  ]).toEqual([
    `${api}/files/${id}/1767611400/FaxhA7pHS8hOXaiZjAlV_vVOrpiwhD-BrgxKpxok2vo/a%20b.png`,
    `${api}/thumbnails/${id}/1767611400/UZBNIsm_ITVkLX_d4kOnMNpb3jZkfuaAIIokcHKntbs/a%20b.webp`,
    `${api}/shared/${id}/0abnJ1vLJdyPMwZLYHxtn3iGHvKRYSh3emS_rhXuRhg/a%20b.png`,
    `${api}/help/attachments/${id}/1767611400/DKOARRxRDrt2i7y2wSK3pmbwm0cagH2nZDdBR67N_7M/image.png`,
  ]);
});

test('a link without expiry is valid only with its own id, name, purpose and secret', () => {
  const options = { keyRing, purpose: 'test-link', path: 'shared', publicUrl };
  const links = createSignedLinks(options);
  const signature = links.urlOf(target).split('/').at(-2) ?? '';
  expect(links.isIssued({ ...target, signature })).toBe(true);
  expect(links.isIssued({ ...target, name: 'b.png', signature })).toBe(false);
  expect(links.isIssued({ ...target, id: id.replace('0', '1'), signature })).toBe(false);
  const others = [
    { ...options, purpose: 'other-link' },
    { ...options, kind: 'other' },
    { ...options, keyRing: createKeyRing('another secret of more than thirty-two') },
  ];
  for (const other of others)
    expect(createSignedLinks(other).isIssued({ ...target, signature })).toBe(false);
});

test('an expiring link is valid for its lifetime and at most one step longer', () => {
  let nowMs = start;
  const links = createExpiringLinks({
    keyRing,
    purpose: 'test-link',
    path: 'files',
    publicUrl,
    clock: { now: () => new Date(nowMs) },
    linkSeconds: 60,
  });
  const [expires = '', signature = ''] = links.urlOf(target).split('/').slice(-3);
  const link = { ...target, expires: Number(expires), signature };
  expect(link.expires).toBe(links.validUntil());
  nowMs = start + 60_000;
  expect(links.verify(link)).toBe('valid');
  nowMs = start + 70_001;
  expect(links.verify(link)).toBe('expired');
  expect(links.isIssued(link)).toBe(true);
  expect(links.verify({ ...link, expires: link.expires + 60 })).toBe('invalid');
});
