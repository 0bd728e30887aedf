import { SettingsFileActions } from '../features/saved-settings/import/file-actions.tsx';
import { SettingsList } from '../features/saved-settings/settings-list.tsx';
import { pageMessages } from '../lib/messages/shell.ts';
import { Page } from '../ui/page.tsx';

/** Route `/dashboard/saved-settings`. */
export function SavedSettingsRoute() {
  return (
    <Page
      title={pageMessages.savedSettings.title}
      lead={pageMessages.savedSettings.lead}
      action={<SettingsFileActions />}
    >
      <SettingsList />
    </Page>
  );
}
