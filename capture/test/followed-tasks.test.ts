import { afterEach, expect, test, vi } from 'vitest';
import { followTasks, recordTasks } from '../src/in-page/main-world/tasks.ts';

afterEach(() => void vi.unstubAllGlobals());

class Stream {
  close(): Promise<void> {
    return Promise.resolve();
  }
}

test('an inherited method is followed for objects of the listed interface only', async () => {
  class FileStream extends Stream {}
  const reported: string[] = [];
  const natives = { IDBRequest: Map, IDBTransaction: Set, HTMLImageElement: Date };
  const page = { ...natives, FileStream, shotwrightTasks: (state: string) => reported.push(state) };
  for (const [name, value] of Object.entries(page)) vi.stubGlobal(name, value);
  recordTasks();
  followTasks({ FileStream: ['close'] }, {});
  await new Stream().close();
  expect(reported).toEqual([]);
  const closing = new FileStream().close();
  expect(reported).toEqual(['begin']);
  await closing;
  await expect.poll(() => reported).toEqual(['begin', 'end']);
});
