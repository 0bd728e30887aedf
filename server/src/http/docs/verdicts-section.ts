import {
  flaggedVerdictKinds,
  verdictErrorCodes,
  type FlaggedVerdictKind,
} from '@shotwright/contract';

const meanings: Readonly<Record<FlaggedVerdictKind, string>> = {
  blank: 'The image has one colour, and the page has neither text nor media.',
  bot_challenge: 'The site shows a challenge for robots instead of the page.',
  login_wall: 'The site redirects to a sign-in, or responds with status 401.',
  cookie_wall: 'A request for consent to cookies covers much of the viewport.',
  host_error: 'The host responds with status 400 or above, or the page says that it is an error.',
  incomplete: 'Images are missing, or placeholders or a spinner are still shown.',
  truncated: 'The page is taller than an image can be; the end is cut off.',
};

/** Returns the section of the reference about verdicts, as HTML. */
export function verdictsSection({ isBillingOn }: { readonly isBillingOn: boolean }): string {
  const rows = flaggedVerdictKinds.map((kind) => {
    const code = verdictErrorCodes[kind];
    return `<tr id="verdict-${kind}"><td><code>${kind}</code></td><td>${meanings[kind]}</td><td><a href="/docs/errors/${code}"><code>${code}</code></a></td></tr>`;
  });
  return `<section id="verdicts"><h2>Verdicts</h2>
<p>Every finished image has a <code>verdict</code>: its <code>kind</code>, the <code>reasons</code> as codes, and the <code>confidence</code>,
<code>high</code> or <code>low</code>. An image without a finding is <code>ok</code>. Responses with the image itself name the kind in the header
<code>X-Verdict</code>; lists are filtered by <code>?verdict=blank,host_error</code>.</p>
${isBillingOn ? chargeText : ''}
<table><thead><tr><th>Kind</th><th>Meaning</th><th>Error with fail_on_verdict</th></tr></thead><tbody>${rows.join('')}</tbody></table>
</section>`;
}

const chargeText = `<p>A capture costs nothing if its image is blank, whatever the status of the response, or shows a challenge for robots, both at high
confidence: the image is stored, <code>creditsCharged</code> is 0 and <code>message</code> says why. A kind in <code>accept_verdicts</code> is charged as usual.
Every other image is charged. A kind in <code>fail_on_verdict</code> makes the capture fail, which costs nothing.</p>
<p>After 20 captures of one host within an hour that cost nothing because of their verdict, each further capture of this host
starts a minute after its request.</p>`;
