import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ObjectStore } from './object-store.ts';

/** A store for the suite, with its cleanup. */
export interface StoreUnderTest {
  readonly store: ObjectStore;
  close(): Promise<void>;
}

const png = { contentType: 'image/png' };

/** Tests that every object store must pass. */
export function describeObjectStore(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`objects ${name}`, () => {
    let opened: StoreUnderTest;
    let store: ObjectStore;
    beforeAll(async () => {
      opened = await open();
      store = opened.store;
    });
    afterAll(() => opened.close());

    test('a stored object is read back whole, with its size and hash', async () => {
      const bytes = randomBytes(300_000);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const stored = await store.put('org-1/a/picture.png', bytes, png);
      expect(stored).toEqual({ sizeBytes: 300_000, sha256 });
      expect(await store.read('org-1/a/picture.png')).toEqual(bytes);
      expect(await store.head('org-1/a/picture.png')).toEqual({ sizeBytes: 300_000 });
      const found = await store.get('org-1/a/picture.png');
      expect(found?.sizeBytes).toBe(300_000);
      expect(found && (await buffer(found.stream))).toEqual(bytes);
    });

    test('an absent object is undefined, not an error', async () => {
      expect(await store.get('absent')).toBeUndefined();
      expect(await store.read('absent')).toBeUndefined();
      expect(await store.head('absent')).toBeUndefined();
    });

    test('storing again replaces the object whole', async () => {
      await store.put('again', Buffer.from('the first, longer text'), png);
      await store.put('again', Buffer.from('second'), png);
      expect(String(await store.read('again'))).toBe('second');
    });

    test('removing takes what is there and passes over what is not', async () => {
      const keys = Array.from({ length: 40 }, (_, n) => `remove/${n}`);
      await Promise.all(keys.map((key) => store.put(key, Buffer.from(key), png)));
      await store.put('remove/kept', Buffer.from('kept'), png);
      await store.remove([...keys, 'remove/never-there', '../outside']);
      const left = await Promise.all(keys.map((key) => store.head(key)));
      expect(left.filter(Boolean)).toEqual([]);
      expect(await store.head('remove/kept')).toEqual({ sizeBytes: 4 });
    });

    test('many objects can be stored at once', async () => {
      const keys = Array.from({ length: 30 }, (_, n) => `many/${n}`);
      await Promise.all(keys.map((key) => store.put(key, Buffer.from(key), png)));
      const found = await Promise.all(keys.map(async (key) => String(await store.read(key))));
      expect(found).toEqual(keys);
    });

    test.each([
      '../secret',
      'a/../../secret',
      '/etc/passwd',
      'a//b',
      '.hidden',
      'a/.hidden',
      'a\\b',
      'a\0b',
      '',
      'a'.repeat(201),
    ])('the key %j is nowhere and cannot be stored under', async (key) => {
      await expect(store.put(key, Buffer.from('x'), png)).rejects.toThrow('not an object key');
      expect(await store.get(key)).toBeUndefined();
      expect(await store.read(key)).toBeUndefined();
      expect(await store.head(key)).toBeUndefined();
    });
  });
}
