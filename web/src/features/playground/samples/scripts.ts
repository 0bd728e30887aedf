import { prettyBody, type SampleRequest } from './sample-request.ts';

/** Command for a POSIX shell. */
export function curlSample(request: SampleRequest): string {
  return [
    `curl -X POST ${shellText(request.endpoint)}`,
    `-H ${shellText(`x-api-key: ${request.apiKey}`)}`,
    `-H 'content-type: application/json'`,
    `-d ${shellText(prettyBody(request))}`,
    `--fail-with-body -o ${request.fileName}`,
  ].join(' \\\n  ');
}

/** Node module (18 or later) without dependencies. */
export function nodeSample(request: SampleRequest): string {
  return `import { writeFile } from 'node:fs/promises';

const response = await fetch(${JSON.stringify(request.endpoint)}, {
  method: 'POST',
  headers: {
    'x-api-key': ${JSON.stringify(request.apiKey)},
    'content-type': 'application/json',
  },
  body: JSON.stringify(${prettyBody(request, 2)}),
});
if (response.status !== 200) throw new Error(await response.text());
await writeFile(${JSON.stringify(request.fileName)}, Buffer.from(await response.arrayBuffer()));
`;
}

/** Python 3 script with `requests`. JSON of strings and numbers is also a valid Python literal. */
export function pythonSample(request: SampleRequest): string {
  return `import requests

response = requests.post(
    ${JSON.stringify(request.endpoint)},
    headers={"x-api-key": ${JSON.stringify(request.apiKey)}},
    json=${prettyBody(request, 4)},
    timeout=60,
)
if response.status_code != 200:
    raise SystemExit(response.text)
with open(${JSON.stringify(request.fileName)}, "wb") as file:
    file.write(response.content)
`;
}

/** PHP 8 script with the curl extension. */
export function phpSample(request: SampleRequest): string {
  const fields = Object.entries(request.body).map(
    ([name, value]) => `        '${name}' => ${typeof value === 'number' ? value : quoted(value)},`,
  );
  return `<?php
$request = curl_init(${quoted(request.endpoint)});
curl_setopt_array($request, [
    CURLOPT_POST => true,
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => [
        ${quoted(`x-api-key: ${request.apiKey}`)},
        'content-type: application/json',
    ],
    CURLOPT_POSTFIELDS => json_encode([
${fields.join('\n')}
    ]),
]);
$image = curl_exec($request);
if (curl_getinfo($request, CURLINFO_RESPONSE_CODE) !== 200) {
    exit($image === false ? curl_error($request) : $image);
}
file_put_contents('${request.fileName}', $image);
`;
}

/** Ruby 3 script without dependencies. */
export function rubySample(request: SampleRequest): string {
  const fields = Object.entries(request.body).map(
    ([name, value]) => `  ${name}: ${typeof value === 'number' ? value : quoted(value)},`,
  );
  return `require "json"
require "net/http"

uri = URI(${quoted(request.endpoint)})
headers = { "x-api-key" => ${quoted(request.apiKey)}, "content-type" => "application/json" }
body = {
${fields.join('\n')}
}
response = Net::HTTP.post(uri, body.to_json, headers)
abort response.body unless response.code == "200"
File.binwrite("${request.fileName}", response.body)
`;
}

// In a POSIX shell, single quotes have only one special character: the quote itself.
function shellText(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

// In PHP and Ruby, single-quoted strings escape only the backslash and the quote.
function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, String.raw`\$&`)}'`;
}
