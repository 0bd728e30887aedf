import { expect, test } from 'vitest';
import { shellWords } from '../../../../src/features/playground/import/shell-words.ts';

test.each([
  [`curl -d 'a b'  "c d"`, ['curl', '-d', 'a b', 'c d']],
  ['curl \\\n  -X POST \\\r\n  url', ['curl', '-X', 'POST', 'url']],
  ['curl ^\r\n  -X POST ^\n  url', ['curl', '-X', 'POST', 'url']],
  ['curl `\n  -X POST', ['curl', '-X', 'POST']],
  [String.raw`'it'\''s'`, ["it's"]],
  [String.raw`"say \"hi\" to \\ and \n"`, [String.raw`say "hi" to \ and \n`]],
  [String.raw`$'it\'s\n\x41\u00e9\101'`, ["it's\nAéA"]],
  [String.raw`a\ b '' $HOME "$KEY"`, ['a b', '', '$HOME', '$KEY']],
  ['curl url | jq .', ['curl', 'url']],
  ['curl url > shot.png', ['curl', 'url']],
  ['curl url && echo done', ['curl', 'url']],
  [`curl '|' ';'`, ['curl', '|', ';']],
  ['curl https://a.example/?b=1&c=2', ['curl', 'https://a.example/?b=1&c=2']],
  [
    String.raw`curl ^"https://a.example/^" --data-raw ^"^{^\^"url^\^":^\^"b^\^"^}^"`,
    ['curl', 'https://a.example/', '--data-raw', '{"url":"b"}'],
  ],
  ['', []],
])('[PG-39] splits %j as a shell does', (text, words) => {
  expect(shellWords(text)).toEqual(words);
});

test.each([`curl 'open`, 'curl "open', String.raw`curl $'open\'`])(
  '[PG-39] finds the open quote of %j',
  (text) => {
    expect(shellWords(text)).toBeUndefined();
  },
);
