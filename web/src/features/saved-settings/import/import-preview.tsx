import type { ImportedSetting } from '@shotwright/contract';
import type { ImportAction } from '@shotwright/contract/paths';
import { CircleAlert } from 'lucide-react';
import { formatCount } from '../../../lib/format/format.ts';
import { settingsFileMessages as messages } from '../../../lib/messages/captures/settings-import.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import type { FileProblems } from './import-settings.rules.ts';

const tones: Readonly<Record<ImportAction, Tone>> = {
  create: 'green',
  replace: 'amber',
  skip: 'grey',
};

/** Effects of an import: one line for each setting of the file. */
export function ImportPreview({ settings }: { settings: readonly ImportedSetting[] }) {
  return (
    <section aria-label={messages.preview} className="grid gap-2">
      <h3 className="text-table font-medium">{messages.preview}</h3>
      <ul className="max-h-64 divide-y divide-line overflow-y-auto rounded-control border border-line">
        {settings.map((setting) => (
          <li key={setting.index} className="flex items-start gap-3 px-3 py-2">
            <Badge tone={tones[setting.action]} className="mt-px shrink-0">
              {messages.actions[setting.action]}
            </Badge>
            <span className="grid min-w-0 gap-0.5 text-table">
              <span className="break-words">
                <span className="font-medium">{setting.name}</span>
                {setting.storedName !== setting.name && (
                  <span className="text-muted"> {messages.storedAs(setting.storedName)}</span>
                )}
              </span>
              {setting.action !== 'skip' && <Notes setting={setting} />}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Notes({ setting }: { setting: ImportedSetting }) {
  const { missingProject, missingOptions } = setting;
  return (
    <>
      {missingProject !== null && (
        <span className="text-label text-muted">{messages.missingProject(missingProject)}</span>
      )}
      {missingOptions.length > 0 && (
        <span className="text-label text-muted">
          {messages.missingOptions(missingOptions.join(', '))}
        </span>
      )}
    </>
  );
}

/** Problems for which a file cannot be imported. */
export function ImportProblems({ problems }: { problems: FileProblems }) {
  return (
    <div role="alert" className="grid gap-2 rounded-control bg-red-wash p-3 text-red">
      <p className="flex items-center gap-1.5 text-table font-medium">
        <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
        {messages.problems}
      </p>
      <ul className="grid max-h-48 list-disc gap-1 overflow-y-auto pl-6 text-table">
        {problems.sentences.map((sentence) => (
          <li key={sentence} className="break-words">
            {sentence}
          </li>
        ))}
        {problems.more > 0 && <li>{messages.moreProblems(formatCount(problems.more))}</li>}
      </ul>
    </div>
  );
}
