import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

// Made for these tests; it belongs to no other host.
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgUCyH6Y5YuUB3GIOA
oBpyuxJ8Q/p3WlpHwGDxaV7p+iGhRANCAAS3UGMB3GYKx4hqc7sD9thxJ74TuyW7
+TzKzs9G1zw3Lo1MjYfzvWSGAXyiQFtLRmBgbnc/VXlX0Yd86R/TGTVH
-----END PRIVATE KEY-----
`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIUIKAOUO2VmNUvYE09eC0vwYMT6DQwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzEwMTAzMFoYDzIxMjYxMDMw
MTAxMDMwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAS3UGMB3GYKx4hqc7sD9thxJ74TuyW7+TzKzs9G1zw3Lo1MjYfzvWSG
AXyiQFtLRmBgbnc/VXlX0Yd86R/TGTVHo1MwUTAdBgNVHQ4EFgQUwBzkxDwtLC7J
FTBy+k61IzXDT/MwHwYDVR0jBBgwFoAUwBzkxDwtLC7JFTBy+k61IzXDT/MwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiBrF28swEGHRtTz4MLdD4s1
Tn4NGYXKu6FhMOqGylNYNgIhANgGTb3daiodUEwnlsIRX5KvXag7qV4cmPIVqWI+
vwuU
-----END CERTIFICATE-----
`;

/** Starts a site with a self-signed certificate whose page and frame are green. */
export async function startSelfSignedSite() {
  const server = createServer({ key, cert }, (_req, res) => {
    res.setHeader('content-type', 'text/html');
    res.end('<body style="margin:0;background:#00aa44">green');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { port, url: `https://127.0.0.1:${port}/`, close: () => server.close() };
}
