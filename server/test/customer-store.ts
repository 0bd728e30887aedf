import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { startS3Server } from './s3-server.ts';

/** An S3-compatible store of a customer with a bucket named `shots`. */
export async function openCustomerStore() {
  const directory = await mkdtemp(join(tmpdir(), 'shotwright-bucket-'));
  const server = await startS3Server(directory);
  const { endpoint, region, accessKeyId, secretAccessKey } = server.options;
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  const Bucket = 'shots';
  await client.send(new CreateBucketCommand({ Bucket }));
  return {
    /** Body of a request for a destination. */
    destination: {
      name: 'Archive',
      endpoint,
      region,
      bucket: Bucket,
      access_key_id: accessKeyId,
      secret_access_key: secretAccessKey,
    },
    keys: async (): Promise<string[]> => {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
      return Contents.flatMap(({ Key }) => Key ?? []);
    },
    read: async (Key: string) => {
      const { Body, ContentType } = await client.send(new GetObjectCommand({ Bucket, Key }));
      return { bytes: Buffer.from((await Body?.transformToByteArray()) ?? []), ContentType };
    },
    close: async () => {
      client.destroy();
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
