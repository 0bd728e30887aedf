/** An image that is being downloaded. */
export interface ImageDownload {
  /** `image/png` and others. */
  readonly contentType: string;
  /** Name that the server suggests for the file. */
  readonly fileName: string;
  /** Undefined if the server did not send it. */
  readonly sizeBytes: number | undefined;
  /** Bytes as they arrive; ends with the error of the call if the connection is lost or the call has to end. */
  readonly stream: ReadableStream<Uint8Array>;
  /** Reads the whole image, instead of `stream`. */
  bytes(): Promise<Uint8Array>;
  /** Writes the image to a file, instead of `stream`. The file appears when it is complete. */
  saveTo(path: string): Promise<void>;
}

/** Returns the image of a successful response. `errorOf` returns the error of the call for one of its body. */
export function downloadOf(
  response: Response,
  errorOf: (error: unknown) => unknown,
): ImageDownload {
  const { headers } = response;
  const size = headers.get('content-length');
  const [, fileName = 'screenshot'] =
    /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '') ?? [];
  const stream = withErrors(response.body ?? new Blob([]).stream(), errorOf);
  return {
    contentType: headers.get('content-type') ?? 'application/octet-stream',
    fileName,
    sizeBytes: size === null || headers.has('content-encoding') ? undefined : Number(size),
    stream,
    bytes: async () => new Uint8Array(await new Response(stream).arrayBuffer()),
    saveTo: (path) => save(stream, path),
  };
}

function withErrors(
  source: ReadableStream<Uint8Array>,
  errorOf: (error: unknown) => unknown,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  return new ReadableStream({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        controller.error(errorOf(error));
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** Until the image is complete, its bytes are in a file beside it. */
async function save(stream: ReadableStream<Uint8Array>, path: string): Promise<void> {
  // Browsers and edge runtimes have no files; only this function needs them.
  const { open, rename, rm } = await import('node:fs/promises');
  const partialPath = `${path}.${crypto.randomUUID()}.partial`;
  const file = await open(partialPath, 'wx');
  try {
    try {
      for await (const chunk of chunksOf(stream)) await file.writeFile(chunk);
    } finally {
      await file.close();
    }
    await rename(partialPath, path);
  } catch (error) {
    await rm(partialPath, { force: true });
    throw error;
  }
}

async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
