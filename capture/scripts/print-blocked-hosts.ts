// Writes capture/src/egress/blocking/blocked-hosts.data.json from the list of the package
// third-party-web. Usage: node capture/scripts/print-blocked-hosts.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Entity {
  readonly name: string;
  readonly category: string;
  readonly domains: readonly string[];
}

const categories: Readonly<Partial<Record<string, string>>> = {
  ad: 'ads',
  marketing: 'ads',
  analytics: 'trackers',
  'tag-manager': 'trackers',
  'customer-success': 'chats',
  social: 'socials',
};

/** Sites and services whose hosts serve content of their own or of other sites. */
const contentOwners = new Set([
  'Amplience',
  'AOL / Oath / Verizon Media',
  'Auto Link Maker',
  'Bigcommerce',
  'Business Week',
  'BuzzFeed',
  'CCM benchmark Group',
  'Dynamic Yield',
  'eBay',
  'Everyday Health',
  'Foursixty',
  'Gravatar',
  'Guardian Media',
  'HP Optimost',
  'Judge.me',
  'Kakao',
  'LINE Corporation',
  'LongTail Ad Solutions',
  'Mashable',
  'Microsoft XBox Live',
  'Mobile Nations',
  'News',
  'PistonHeads',
  'PIXNET',
  'Purch',
  'Salesforce.com',
  'ScribbleLive',
  'StackExchange',
  'Tray Commerce',
  'Trinity Mirror Digital Media',
  'Tutorialize',
  'WalkMe',
  'Wayfair',
  'Webcollage',
  'Yahoo!',
  'Yotpo',
]);

/** Hosts of owners that also serve content; they replace the list's. */
const narrowed: Readonly<Record<string, readonly string[]>> = {
  'Bing Ads': ['bat.bing.com', 'ads.microsoft.com', 'clarity.ms', 'c.msn.com'],
  Hubspot: [
    'hs-analytics.net',
    'hs-scripts.com',
    'hsadspixel.net',
    'hscollectedforms.net',
    'hscta.net',
    'hsleadflows.net',
    'leadin.com',
    'track.hubspot.com',
  ],
  'LinkedIn Ads': ['ads.linkedin.com', 'snap.licdn.com'],
  Mailchimp: ['chimpstatic.com', 'list-manage.com'],
  Oracle: ['eloqua.com', 'en25.com', 'estara.com'],
  Tealium: ['tealiumiq.com', 'tiqcdn.com'],
};

/** Hosts that the list does not have. */
const added = [
  { owner: 'Drift', category: 'chats', hosts: ['drift.com', 'driftt.com'] },
  { owner: 'HubSpot chat', category: 'chats', hosts: ['usemessages.com'] },
  { owner: 'Botpress', category: 'chats', hosts: ['botpress.cloud'] },
  { owner: 'Chatra', category: 'chats', hosts: ['chatra.io'] },
  { owner: 'Customerly', category: 'chats', hosts: ['customerly.io'] },
  { owner: 'Freshworks', category: 'chats', hosts: ['widget.freshworks.com'] },
  { owner: 'Gist', category: 'chats', hosts: ['getgist.com'] },
  { owner: 'Gorgias', category: 'chats', hosts: ['gorgias.chat'] },
  { owner: 'Jivo', category: 'chats', hosts: ['code.jivo.ru', 'code.jivosite.com'] },
  { owner: 'Kommunicate', category: 'chats', hosts: ['kommunicate.io'] },
  { owner: 'Landbot', category: 'chats', hosts: ['landbot.io'] },
  { owner: 'ManyChat', category: 'chats', hosts: ['widget.manychat.com'] },
  { owner: 'Podium', category: 'chats', hosts: ['connect.podium.com'] },
  { owner: 'Pylon', category: 'chats', hosts: ['widget.usepylon.com'] },
  { owner: 'Tidio', category: 'chats', hosts: ['tidio.co'] },
  { owner: 'Userlike', category: 'chats', hosts: ['userlike.com', 'userlikecdn.com'] },
  { owner: 'Voiceflow', category: 'chats', hosts: ['voiceflow.com'] },
];

const hasOwn = new Set(added.map(({ owner }) => owner));
const file = fileURLToPath(import.meta.resolve('third-party-web/dist/entities-nostats.json'));
const entities: readonly Entity[] = JSON.parse(readFileSync(file, 'utf8'));
const printed = entities.flatMap(({ name, category, domains }) => {
  const group = categories[category];
  if (group === undefined || contentOwners.has(name) || hasOwn.has(name)) return [];
  const hosts = narrowed[name] ?? domains.map((domain) => domain.replace(/^\*\./, ''));
  const valid = new Set(hosts.map((host) => host.toLowerCase()));
  return [{ owner: name, category: group, hosts: [...valid].toSorted() }];
});
const lines = [...printed, ...added].map((entry) => JSON.stringify(entry));

const target = new URL('../src/egress/blocking/blocked-hosts.data.json', import.meta.url);
writeFileSync(target, `[\n${lines.join(',\n')}\n]\n`);
