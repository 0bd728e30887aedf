import { batchLimits } from '@shotwright/contract';
import { z } from 'zod';
import {
  commaList,
  languages,
  networks,
  oneOf,
  productToken,
  wholeNumber,
  yesOrNo,
} from './config-values.ts';
import { variable } from './variable.ts';

const text = z.string();

/** Environment variables of the capture engine. */
export const captureVariables = {
  captureConcurrency: variable(
    'CAPTURE_CONCURRENCY',
    'Fixed number of simultaneous captures in this process. Not set: the number follows the load of the machine, between `CAPTURE_CONCURRENCY_MIN` and `CAPTURE_CONCURRENCY_MAX`.',
    { schema: wholeNumber(1, 64).optional() },
  ),
  captureConcurrencyMin: variable(
    'CAPTURE_CONCURRENCY_MIN',
    'Number of simultaneous captures that this process always allows.',
    { schema: wholeNumber(1, 64).optional(), shownDefault: 'twice the processors, 2 to 16' },
  ),
  captureConcurrencyMax: variable(
    'CAPTURE_CONCURRENCY_MAX',
    'Number of simultaneous captures that this process allows at most, while its pages wait for the network and processors and memory are free.',
    {
      schema: wholeNumber(1, 256).optional(),
      shownDefault: 'one for each 256 MB of memory, up to 64',
    },
  ),
  batchMax: variable('BATCH_MAX', 'Maximum number of captures in one batch.', {
    schema: wholeNumber(1, 1_000).default(batchLimits.items),
  }),
  browserPath: variable(
    'BROWSER_PATH',
    'Path of the Chromium executable; not set: the best one found.',
    {
      schema: text.optional(),
    },
  ),
  browserPriority: variable(
    'BROWSER_PRIORITY',
    'Nice value of the browsers (0 to 19). When all processors are busy, the other processes of the same container or service, such as this server, run first. ' +
      'Outside a container or service, systems that schedule processes by session ignore it. `0`: the priority of the server.',
    { schema: wholeNumber(0, 19).default(5) },
  ),
  captureClock: variable(
    'CAPTURE_CLOCK',
    '`virtual`: pages run on a virtual clock that skips waiting times. `real`: pages run in real time; slower, for Chromium versions without the experimental methods of the virtual clock.',
    { schema: oneOf(['virtual', 'real']).default('virtual') },
  ),
  captureLanguages: variable(
    'CAPTURE_LANGUAGES',
    'Languages that captured pages are requested in (`Accept-Language`, `navigator.languages`), in order of preference.',
    { schema: languages.default('en-US,en') },
  ),
  userAgentToken: variable(
    'USER_AGENT_TOKEN',
    'Product token that is added to the user agent and the client hints of captures, so that sites can recognise this installation, such as `Example/1.0 (+https://example.com/bot)`.',
    { schema: productToken.optional() },
  ),
  navigatorWebdriver: variable(
    'NAVIGATOR_WEBDRIVER',
    'Value of `navigator.webdriver` in captured pages. `true` states that a program controls the browser, as the WebDriver standard requires; some sites then show different content.',
    { schema: yesOrNo.default(true) },
  ),
  isolation: variable(
    'ISOLATION',
    'Separate namespaces for each browser: no network except the egress proxy, no files except the browser, fonts and its profile. ' +
      '`required`: the server does not start where the system does not allow them. `auto`: the server logs a warning there. ' +
      '`off`: only for hosts that already confine the browsers.',
    {
      schema: oneOf(['required', 'auto', 'off']).optional(),
      shownDefault: '`required` with `NODE_ENV=production`, else `auto`',
    },
  ),
  allowPrivateTargets: variable(
    'ALLOW_PRIVATE_TARGETS',
    'Private networks (CIDR) and host:port pairs, including those of this host, that captures may reach. Every signed-in user can then read them.',
    { schema: commaList.default([]) },
  ),
  blockListsDir: variable(
    'BLOCK_LISTS_DIR',
    'Directory of more hosts for `block_ads`, `block_trackers`, `block_chats` and `block_socials`: files in EasyList syntax whose names end in `.txt`. ' +
      'A name with `privacy` or `track` in it lists trackers, with `social` social media, with `chat` chats, any other advertisements. ' +
      'Only rules about whole hosts are used. The server does not start if the directory or a file in it cannot be used.',
    { schema: text.optional() },
  ),
  ownAddresses: variable(
    'OWN_ADDRESSES',
    'IP addresses and networks (CIDR) of NAT, load balancers and other hosts that also lead to this installation. ' +
      'Captures and webhooks cannot reach them or the IP addresses of the host itself, except those in ALLOW_PRIVATE_TARGETS.',
    { schema: networks.default([]) },
  ),
} as const;
