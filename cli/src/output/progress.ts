import { forTerminal } from './terminal-text.ts';

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const frameMs = 100;
const clearLine = '\r\u001b[2K';

/** Stream of text, possibly a terminal. */
export interface TextStream {
  readonly isTTY?: boolean;
  write(text: string | Uint8Array): unknown;
}

/** Shows a line with the time that has passed, until `end`, which clears it. */
export function startProgress(stream: TextStream, label: string): { end(): void } {
  const startedAt = performance.now();
  let frame = 0;
  const show = () => {
    const seconds = Math.floor((performance.now() - startedAt) / 1_000);
    const sign = frames[frame % frames.length] ?? '';
    frame += 1;
    stream.write(`${clearLine}${sign} ${forTerminal(label)} ${seconds} s`);
  };
  show();
  const timer = setInterval(show, frameMs);
  return {
    end: () => {
      clearInterval(timer);
      stream.write(clearLine);
    },
  };
}
