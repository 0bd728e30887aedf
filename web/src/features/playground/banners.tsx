import { Bookmark, X } from 'lucide-react';
import { useState } from 'react';
import { playgroundMessages as messages } from '../../lib/messages/playground.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { SettingHandoff } from '../../lib/storage/setting-handoff.ts';
import { playgroundKeys, writeText } from './playground-storage.ts';

const states: Record<SettingHandoff['action'], { label: string; tone: Tone }> = {
  view: { label: messages.viewing, tone: 'grey' },
  edit: { label: messages.editing, tone: 'amber' },
  capture: { label: messages.loadedCapturing, tone: 'blue' },
};

/** Banner with the loaded saved setting and an action to leave it. */
export function LoadedBanner(props: {
  loaded: SettingHandoff;
  /** State of the automatic capture, if there is one. */
  countdown: 'running' | 'impossible' | undefined;
  onCancelCountdown: () => void;
  onClear: () => void;
}) {
  const { action, setting } = props.loaded;
  const state = states[action];
  return (
    <section
      aria-label={setting.name}
      className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-card px-4 py-2.5 shadow-sheet"
    >
      <div className="flex min-w-40 flex-1 items-center gap-3">
        <Badge tone={state.tone}>{state.label}</Badge>
        <div className="min-w-0">
          <p className="truncate font-medium" title={setting.name}>
            {setting.name}
          </p>
          {setting.description && (
            <p className="truncate text-label text-muted" title={setting.description}>
              {setting.description}
            </p>
          )}
        </div>
      </div>
      <div className="ml-auto flex items-center gap-2">
        <output className="text-table text-muted">
          {props.countdown === 'running' && messages.countdown}
          {props.countdown === 'impossible' && messages.autoImpossible}
        </output>
        {props.countdown === 'running' && (
          <Button size="sm" variant="outline" onClick={props.onCancelCountdown}>
            {messages.cancelAuto}
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={props.onClear}>
          {messages.clear}
        </Button>
      </div>
    </section>
  );
}

/** Explains saved settings until it is dismissed permanently. */
export function HelpBanner() {
  const [isShown, setShown] = useState(
    () => localStorage.getItem(playgroundKeys.help) !== 'hidden',
  );
  if (!isShown) return null;
  return (
    <div
      role="note"
      className="flex items-start gap-3 rounded-card border border-cobalt/15 bg-cobalt-wash py-2.5 pr-2 pl-4 text-table"
    >
      <Bookmark aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-cobalt" />
      <p className="flex-1 py-0.5">{messages.help}</p>
      <button
        type="button"
        aria-label={messages.dismissHelp}
        onClick={() => {
          writeText(localStorage, playgroundKeys.help, 'hidden');
          setShown(false);
        }}
        className="grid size-6 shrink-0 place-items-center rounded-[4px] text-muted hover:bg-card hover:text-ink pointer-coarse:size-11"
      >
        <X aria-hidden="true" className="size-3.5" />
      </button>
    </div>
  );
}
