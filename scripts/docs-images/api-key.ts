import type { Product } from '../../e2e/support/product.ts';

/** Creates an API key of a user by the admin command and returns it. */
export async function createApiKey(product: Product, email: string): Promise<string> {
  const created = await product.admin('key', 'create', '--email', email, '--name', 'Website');
  const [key] = /sk_live_\w+/.exec(JSON.stringify(created)) ?? [];
  if (key === undefined) throw new Error('The admin command returned no API key.');
  return key;
}
