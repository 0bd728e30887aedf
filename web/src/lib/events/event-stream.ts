/** Server-sent event: its name (`message` by default) and its data. */
export interface ServerEvent {
  readonly event: string;
  readonly data: string;
}

/** Reads the events of a `text/event-stream` body as they arrive. Source: HTML Standard §9.2.6. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let pending = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      pending = (pending + decoder.decode(value, { stream: true })).replace(/\r\n|\r(?!$)/g, '\n');
      const blocks = pending.split('\n\n');
      pending = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = readEvent(block);
        if (event !== undefined) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function readEvent(block: string): ServerEvent | undefined {
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const at = line.indexOf(':');
    if (at < 1) continue;
    const value = line.slice(at + 1).replace(/^ /, '');
    if (line.slice(0, at) === 'event') event = value;
    if (line.slice(0, at) === 'data') data.push(value);
  }
  return data.length === 0 ? undefined : { event, data: data.join('\n') };
}
