import type { Protocol } from 'devtools-protocol';
import type { CapturePage } from '../capture-page.ts';

type InputPage = Pick<CapturePage, 'session' | 'progress' | 'clock'>;

/** A position in the viewport. CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

const left = { button: 'left', clickCount: 1 } as const;

/** Moves the mouse to a position. */
export async function moveMouse(page: InputPage, { x, y }: Point): Promise<void> {
  await settled(page, page.session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y }));
}

/** Moves the mouse to a position and clicks with its left button. */
export async function clickMouse(page: InputPage, { x, y }: Point): Promise<void> {
  await moveMouse(page, { x, y });
  for (const type of ['mousePressed', 'mouseReleased'] as const) {
    await settled(page, page.session.send('Input.dispatchMouseEvent', { type, x, y, ...left }));
  }
}

/** Types a text into the focused element. */
export async function typeText(page: InputPage, text: string): Promise<void> {
  await settled(page, page.session.send('Input.insertText', { text }));
}

/** Codes of keys without a character of their own. Source: UI Events KeyboardEvent code values. */
const keyCodes: Readonly<Record<string, number>> = {
  Backspace: 8,
  Tab: 9,
  Enter: 13,
  Escape: 27,
  PageUp: 33,
  PageDown: 34,
  End: 35,
  Home: 36,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  Delete: 46,
};

/** Presses and releases a key: a name as in DOM events, `Space`, or a character. */
export async function pressKey(page: InputPage, name: string): Promise<void> {
  const key = keyOf(name);
  const { text, ...released } = key;
  const type = text === undefined ? 'rawKeyDown' : 'keyDown';
  await settled(page, page.session.send('Input.dispatchKeyEvent', { type, ...key }));
  await settled(page, page.session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...released }));
}

function keyOf(name: string): Omit<Protocol.Input.DispatchKeyEventRequest, 'type'> {
  const code = keyCodes[name];
  if (code !== undefined) {
    const text = name === 'Enter' ? { text: '\r' } : {};
    return { key: name, code: name, windowsVirtualKeyCode: code, ...text };
  }
  const key = name === 'Space' ? ' ' : name;
  const upper = key.toUpperCase();
  return {
    key,
    text: key,
    code: key === ' ' ? 'Space' : /[A-Z]/.test(upper) ? `Key${upper}` : '',
    ...(/[A-Z0-9 ]/.test(upper) && { windowsVirtualKeyCode: upper.charCodeAt(0) }),
  };
}

function settled<T>({ progress, clock }: InputPage, sent: Promise<T>): Promise<T> {
  return progress.race(clock.during(sent));
}
