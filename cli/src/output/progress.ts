import { forTerminal } from './terminal-text.ts';

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const frameMs = 100;
const clearLine = '\r\u001b[2K';

/** Stream of text, possibly a terminal. */
export interface TextStream {
  readonly isTTY?: boolean;
  write(text: string | Uint8Array): unknown;
}

/** A line that is shown until it ends. */
export interface Progress {
  /** Removes the line until its next frame, so that other text can be printed. */
  clear(): void;
  end(): void;
}

/** Shows a line with the time that has passed. */
export function startProgress(stream: TextStream, label: () => string): Progress {
  const startedAt = performance.now();
  let frame = 0;
  const show = () => {
    const seconds = Math.floor((performance.now() - startedAt) / 1_000);
    const sign = frames[frame % frames.length] ?? '';
    frame += 1;
    stream.write(`${clearLine}${sign} ${forTerminal(label())} ${seconds} s`);
  };
  show();
  const timer = setInterval(show, frameMs);
  return {
    clear: () => stream.write(clearLine),
    end: () => {
      clearInterval(timer);
      stream.write(clearLine);
    },
  };
}
