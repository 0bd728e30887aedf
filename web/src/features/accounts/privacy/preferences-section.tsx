import type { User } from '@shotwright/contract';
import { optionalEmails, type OptionalEmail } from '@shotwright/contract/paths';
import { useIsBillingOn } from '../../../lib/api/runtime-config.ts';
import { browserTimeZone } from '../../../lib/format/format.ts';
import { timeZones } from '../../../lib/format/time-zones.ts';
import { privacyMessages } from '../../../lib/messages/security/privacy.ts';
import { Card, SectionHeading } from '../../../ui/card.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { Field } from '../../../ui/field.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { usePreferences } from './privacy.api.ts';

const messages = privacyMessages.preferences;
const automatic = 'automatic';

/** Section with the time zone and the emails of the user; each choice is saved at once. */
export function PreferencesSection({ user }: { user: User }) {
  return (
    <Card className="grid gap-5 p-5">
      <SectionHeading title={messages.heading} />
      <TimeZone user={user} />
      <Emails user={user} />
    </Card>
  );
}

function TimeZone({ user: { timeZone } }: { user: User }) {
  const preferences = usePreferences();
  const zone = browserTimeZone();
  const options = [
    { value: automatic, label: messages.automatic(zone) },
    ...timeZones(timeZone ?? '').map((value) => ({
      value,
      label: value.replaceAll('_', ' '),
    })),
  ];
  const chosen = preferences.isPending ? preferences.variables.timeZone : timeZone;
  return (
    <Field label={messages.timeZone} help={messages.timeZoneHelp} className="max-w-sm">
      {(control) => (
        <Combobox
          {...control}
          options={options}
          value={chosen ?? automatic}
          onValueChange={(value) => {
            // Null while the user replaces the text.
            if (value === null || value === (timeZone ?? automatic)) return;
            preferences.mutate({ timeZone: value === automatic ? null : value });
          }}
        />
      )}
    </Field>
  );
}

function Emails({ user: { mutedEmails = [] } }: { user: User }) {
  const preferences = usePreferences();
  const isBillingOn = useIsBillingOn();
  const muted =
    (preferences.isPending ? preferences.variables.mutedEmails : undefined) ?? mutedEmails;
  const change = (kind: OptionalEmail, isOn: boolean) => {
    const others = muted.filter((one) => one !== kind);
    preferences.mutate({ mutedEmails: isOn ? others : [...others, kind] });
  };
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2.5 text-table font-medium">{messages.emails}</legend>
      {optionalEmails
        .filter((kind) => isBillingOn || kind !== 'usage_warnings')
        .map((kind) => (
          <Switch
            key={kind}
            label={messages.emailNames[kind]}
            isOn={!muted.includes(kind)}
            isDisabled={preferences.isPending}
            onChange={(isOn) => change(kind, isOn)}
          />
        ))}
      <p className="text-table text-muted">
        {isBillingOn ? messages.emailsText : messages.emailsTextWithoutBilling}
      </p>
    </fieldset>
  );
}
