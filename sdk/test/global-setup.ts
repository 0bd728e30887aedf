import type { TestProject } from 'vitest/node';
import { buildCommand } from '../../cli/test/run.ts';
import { startProduct } from '../../e2e/support/product.ts';

/** The running product that all tests of the clients share. */
interface RunningProduct {
  readonly url: string;
  /** One key for each client, because its usage counts the captures of the client. */
  readonly keys: { readonly typescript: string; readonly python: string; readonly cli: string };
}

declare module 'vitest' {
  interface ProvidedContext {
    product: RunningProduct;
  }
}

/** Builds the command and starts the product; returns the function that stops it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Once, because the tests of several files run it at the same time.
  await buildCommand();
  const product = await startProduct({ RATE_LIMIT_KEY: '0' });
  try {
    const email = 'clients@example.com';
    await product.admin('user', 'create', '--email', email, '--password', 'long enough 1');
    const createKey = async (name: string): Promise<string> => {
      const made = await product.admin('key', 'create', '--email', email, '--name', name);
      if (typeof made === 'object' && made && 'key' in made) return String(made.key);
      throw new Error('no key was created');
    };
    const [typescript = '', python = '', cli = ''] = await Promise.all(
      ['typescript', 'python', 'cli'].map(createKey),
    );
    project.provide('product', { url: product.url, keys: { typescript, python, cli } });
    return () => product.stop();
  } catch (error) {
    await product.stop();
    throw error;
  }
}
