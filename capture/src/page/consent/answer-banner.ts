import type { CapturePage } from '../capture-page.ts';
import type { ConsentWorld } from './consent-frames.ts';
import { consentRules, snippetCode } from './consent-rules.ts';

const stepMs = 100;
/** Time on the page's clock to find a banner, and to answer one that was found. Unit: ms. */
const [findMs, answerMs] = [1_500, 6_000];
/** Time for one snippet in the page's own world. Unit: ms. */
const snippetMs = 1_000;
/** Messages of one frame that are read at a time. */
const maxMessages = 100;

/** Claim of the library about the banner; a page can forge it. */
export interface ConsentClaim {
  /** Name of the consent manager; undefined if none was found. */
  readonly manager: string | undefined;
  readonly hasAnswered: boolean;
  /** True if the rule only hides the banner. */
  readonly isCosmetic: boolean;
  readonly clicks: number;
  /** True if a document was replaced or removed, with what it had to say. */
  readonly hasLost: boolean;
}

interface Message {
  readonly type?: unknown;
  readonly [name: string]: unknown;
}

/** State of the conversation with all frames. */
interface Answering {
  manager: string | undefined;
  hasAnswered: boolean;
  isCosmetic: boolean;
  clicks: number;
  hasLost: boolean;
  isOver: boolean;
  /** Frames that have not said yet that they found nothing. */
  readonly searching: Set<ConsentWorld>;
}

/** Conversation with one frame. */
interface Conversation {
  readonly page: CapturePage;
  readonly world: ConsentWorld;
  readonly state: Answering;
}

/** Lets the library answer a banner in any of the frames. Its timers run on the page's clock. */
export async function answerBanner(
  page: CapturePage,
  worlds: readonly ConsentWorld[],
): Promise<ConsentClaim> {
  const { progress, clock, requests, changed, navigations } = page;
  const documents = navigations.documentCount;
  const state: Answering = {
    manager: undefined,
    hasAnswered: false,
    isCosmetic: false,
    clicks: 0,
    hasLost: false,
    isOver: false,
    searching: new Set(worlds),
  };
  const script = `${shim}${consentRules().script}`;
  await progress.race(Promise.all(worlds.map((world) => world.evaluate(script))));
  const startedMs = clock.elapsedMs;
  for (;;) {
    await Promise.all(worlds.map((world) => converse(page, world, state)));
    const hasLeft = navigations.documentCount !== documents || navigations.isNavigating;
    const limitMs = state.manager === undefined ? findMs : answerMs;
    const isLate = clock.elapsedMs - startedMs >= limitMs;
    state.hasLost ||= hasLeft;
    if (state.isOver || state.searching.size === 0 || hasLeft || isLate) break;
    if (requests.waits().length > 0) await clock.follow(stepMs, changed.next());
    else await clock.advance(stepMs);
  }
  return state;
}

/**
 * Keeps messages until they are read. An idle callback would wait for a frame that this clock may not
 * render.
 */
const shim = `globalThis.shotwrightMessages = [];
globalThis.autoconsentSendMessage = async (message) => { shotwrightMessages.push(JSON.parse(JSON.stringify(message))); };
globalThis.requestIdleCallback = (callback) => setTimeout(callback, 0);
`;

async function converse(page: CapturePage, world: ConsentWorld, state: Answering): Promise<void> {
  const read = `shotwrightMessages.splice(0, ${maxMessages})`;
  const messages = await page.progress.race(world.evaluate(read));
  if (!Array.isArray(messages)) {
    state.searching.delete(world);
    state.hasLost = true;
    return;
  }
  for (const message of messages) {
    if (typeof message === 'object' && message !== null)
      await receive({ page, world, state }, message);
  }
}

async function receive({ page, world, state }: Conversation, message: Message): Promise<void> {
  const isAccepting = page.spec.consent?.action === 'accept';
  switch (message.type) {
    case 'init': {
      const { url, isMain } = world;
      const rules = consentRules().rulesFor({ url, isMain, isAccepting });
      return send(page, world, { type: 'initResp', config: configOf(isAccepting), rules });
    }
    case 'eval': {
      const result = await evaluateSnippet(page, world, message['snippetId']);
      return send(page, world, { type: 'evalResp', id: String(message['id']), result });
    }
    case 'report':
      note(world, state, message['state']);
      return undefined;
    case 'cmpDetected':
      state.searching.add(world);
      return undefined;
    case 'popupFound':
      state.manager = String(message['cmp']).slice(0, 100);
      return undefined;
    case 'optOutResult':
    case 'optInResult':
      state.hasAnswered = message['result'] === true;
      state.isOver ||= message['result'] !== true;
      return undefined;
    case 'autoconsentDone':
      state.isOver = true;
      state.isCosmetic = message['isCosmetic'] === true;
      return undefined;
    default:
      return undefined;
  }
}

function note(world: ConsentWorld, state: Answering, report: unknown): void {
  if (typeof report !== 'object' || report === null) return;
  const { lifecycle, clicks } = report as { lifecycle?: unknown; clicks?: unknown };
  if (lifecycle === 'nothingDetected') state.searching.delete(world);
  if (Number.isSafeInteger(clicks)) state.clicks = Math.max(state.clicks, Number(clicks));
}

async function send(page: CapturePage, world: ConsentWorld, message: object): Promise<void> {
  const sent = world.evaluate(`void autoconsentReceiveMessage(${JSON.stringify(message)})`);
  await page.progress.race(sent);
}

/** Runs a snippet of the library in the page's own world; false where that world is not known. */
async function evaluateSnippet(
  { clock, progress }: CapturePage,
  { session, isRoot }: ConsentWorld,
  name: unknown,
): Promise<boolean> {
  const expression = snippetCode(name);
  if (expression === undefined || !isRoot) return false;
  const call = { expression, awaitPromise: true, returnByValue: true };
  const answered = session
    .send('Runtime.evaluate', call, { timeoutMs: 150_000 })
    .catch(() => undefined);
  const late = progress.sleep(snippetMs).then(() => undefined);
  const answer = await progress.race(clock.during(Promise.race([answered, late])));
  return answer?.exceptionDetails === undefined && answer?.result.value === true;
}

function configOf(isAccepting: boolean) {
  const off = ['lifecycle', 'rulesteps', 'detectionsteps', 'evals', 'errors', 'messages', 'waits'];
  return {
    enabled: true,
    autoAction: isAccepting ? 'optIn' : 'optOut',
    disabledCmps: [],
    enablePrehide: false,
    enableCosmeticRules: true,
    enableGeneratedRules: true,
    enableHeuristicDetection: false,
    // It cannot accept; what it leaves is accepted afterwards.
    heuristicMode: isAccepting ? 'off' : 'reject',
    detectRetries: 1,
    isMainWorld: false,
    visualTest: false,
    logs: Object.fromEntries(off.map((name) => [name, false])),
  };
}
