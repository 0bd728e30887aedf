import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';

/** A running S3-compatible server, with its connection settings. */
export interface S3Server {
  readonly options: {
    readonly endpoint: string;
    readonly region: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  };
  close(): Promise<void>;
}

/** The used part of s3rver, which has no types. */
interface S3rver {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}
type S3rverConstructor = new (options: object) => S3rver;

/** Starts s3rver on a free port; it stores its objects in `directory`. */
export async function startS3Server(directory: string): Promise<S3Server> {
  const Server = createRequire(import.meta.url)('s3rver') as S3rverConstructor;
  const server = new Server({ address: '127.0.0.1', port: 0, silent: true, directory });
  const { port } = await server.run();
  return {
    options: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      // The only account of s3rver.
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    close: () => server.close(),
  };
}
