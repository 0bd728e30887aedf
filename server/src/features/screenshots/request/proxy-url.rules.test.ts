import { createAddressPolicy } from '@shotwright/capture';
import { expect, test } from 'vitest';
import { maskProxyUrl, readProxyUrl } from './proxy-url.rules.ts';

const { checkUrl } = createAddressPolicy();

test.for([
  'http://proxy.example.com:8080',
  'http://user:pass@proxy.example.com:3128/',
  'http://user:p%40ss@93.184.216.34:80',
  'http://[2606:2800:220:1:248:1893:25c8:1946]:8080',
])('%j is a valid proxy', (text) => {
  expect(readProxyUrl(text, checkUrl)).toBe(text);
});

test.for([
  '',
  'proxy.example.com:8080',
  'https://proxy.example.com:8080',
  'socks5://proxy.example.com:1080',
  'http://proxy.example.com',
  'http://proxy.example.com:8080/path',
  'http://proxy.example.com:8080?x=1',
  'http://proxy.example.com:99999',
  'http://a b.example.com:80',
])('%j is not a valid proxy URL', (text) => {
  expect(() => readProxyUrl(text, checkUrl)).toThrow(
    expect.objectContaining({
      code: 'invalid_proxy_url',
      message: 'proxy_url: must be of the form http://user:pass@host:port',
    }),
  );
});

test.for([
  'http://127.0.0.1:8080',
  'http://u:p@10.1.2.3:3128',
  'http://localhost:8080',
  'http://[::1]:8080',
])('the private proxy %j is rejected', (text) => {
  expect(() => readProxyUrl(text, checkUrl)).toThrow(
    expect.objectContaining({ code: 'url_not_allowed' }),
  );
});

test('a proxy is shown without its password', () => {
  expect(maskProxyUrl('http://user:secret@proxy.example.com:8080')).toBe(
    'http://user:***@proxy.example.com:8080',
  );
  expect(maskProxyUrl('http://proxy.example.com:8080')).toBe('http://proxy.example.com:8080');
});
