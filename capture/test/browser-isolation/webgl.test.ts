import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sessionPids } from '../../src/browser/pool/process-memory.ts';
import { specOf, useEngine } from '../engine-fixture.ts';
import { decode, type Rgb } from '../pixels.ts';

const fixture = useEngine({}, { isolation: 'required', concurrency: 1 });

const gpuStates = (): string[] =>
  fixture.engine
    .stats()
    .browserPids.flatMap((pid) => sessionPids(pid))
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('--type=gpu-process'))
    .map(
      (pid) => /^Seccomp:\s+(\d)$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? '',
    );

async function centerOf(html: string): Promise<Rgb> {
  const spec = { ...specOf('about:blank'), source: { kind: 'html', html } as const };
  const result = await fixture.engine.capture(spec, { owner: 'test' });
  if (!result.ok) throw new Error(result.detail);
  const { at, widthPx, heightPx } = await decode(result.image.bytes);
  return at(widthPx >> 1, heightPx >> 1);
}

test('a WebGL page gives its image, and every GPU process has a system call filter', async () => {
  const html = `<!doctype html><style>canvas { position: fixed; inset: 0; width: 100vw; height: 100vh }</style>
    <canvas id="c"></canvas><script>
      const gl = c.getContext('webgl', { preserveDrawingBuffer: true });
      gl.clearColor(0, 0.6, 0.2, 1); gl.clear(gl.COLOR_BUFFER_BIT);
    </script>`;
  expect(await centerOf(html)).toEqual([0, 153, 51]);
  const states = gpuStates();
  expect(states.length).toBeGreaterThan(0);
  expect(states.filter((state) => state !== '2')).toEqual([]);
});

test('a page is online, although its browser has only the loopback interface', async () => {
  const html = `<!doctype html><body><script>
    document.body.style.background = navigator.onLine ? 'rgb(0, 153, 51)' : 'red';
  </script>`;
  expect(await centerOf(html)).toEqual([0, 153, 51]);
});
