import type { Report } from '@shotwright/contract';
import { reportLayouts, reportLimits, reportPageFormats } from '@shotwright/contract/paths';
import {
  reportEditorMessages as messages,
  reportMessages,
} from '../../../lib/messages/captures/reports.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, SectionHeading } from '../../../ui/card.tsx';
import { Field, TextField, Textarea } from '../../../ui/field.tsx';
import { FileButton } from '../../../ui/file-button.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { Select } from '../../../ui/select.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { unsafeCast } from '../../../lib/unsafe-cast.ts';
import type { ReportDraft } from '../report.rules.ts';
import { useSetLogo } from '../reports.api.ts';

interface AppearanceProps {
  report: Report;
  draft: ReportDraft;
  isReadOnly: boolean;
  onChange: (draft: ReportDraft) => void;
}

const layoutOptions = reportLayouts.map((value) => ({ value, label: messages.layouts[value] }));
const formatOptions = reportPageFormats.map((value) => ({
  value,
  label: messages.pageFormats[value],
}));

/** Title, logo, colour and layout of a report. */
export function Appearance({ report, draft, isReadOnly, onChange }: AppearanceProps) {
  return (
    <Card className="grid gap-5 p-5">
      <SectionHeading title={messages.look} />
      <TextField
        label={messages.title}
        error={draft.title.trim() === '' && reportMessages.missingTitle}
        maxLength={reportLimits.titleLength}
        value={draft.title}
        onChange={(event) => onChange({ ...draft, title: event.target.value })}
      />
      <LogoField report={report} />
      <ColourField value={draft.colour} onChange={(colour) => onChange({ ...draft, colour })} />
      <Field label={messages.layout}>
        {(control) => (
          <Select
            {...control}
            options={layoutOptions}
            value={draft.layout}
            onValueChange={(layout) =>
              onChange({ ...draft, layout: unsafeCast<ReportDraft['layout']>(layout) })
            }
          />
        )}
      </Field>
      <SegmentedControl
        label={messages.pageFormat}
        value={draft.pageFormat}
        options={formatOptions}
        onValueChange={(pageFormat) => onChange({ ...draft, pageFormat })}
      />
      <div className="grid gap-2">
        <Switch
          label={messages.showUrl}
          isOn={draft.showUrl}
          isDisabled={isReadOnly}
          onChange={(showUrl) => onChange({ ...draft, showUrl })}
        />
        <Switch
          label={messages.showDate}
          isOn={draft.showDate}
          isDisabled={isReadOnly}
          onChange={(showDate) => onChange({ ...draft, showDate })}
        />
      </div>
      <Field label={messages.footer} isOptional help={messages.footerHelp}>
        {(control) => (
          <Textarea
            {...control}
            className="min-h-16"
            maxLength={reportLimits.footerLength}
            value={draft.footer}
            onChange={(event) => onChange({ ...draft, footer: event.target.value })}
          />
        )}
      </Field>
    </Card>
  );
}

function ColourField({ value, onChange }: { value: string; onChange: (colour: string) => void }) {
  return (
    <Field label={messages.colour}>
      {(control) => (
        <span className="flex items-center gap-3">
          <input
            {...control}
            type="color"
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className="h-9 w-14 cursor-pointer rounded-control border border-control bg-card p-1 pointer-coarse:h-11"
          />
          <code className="font-mono text-table text-muted">{value}</code>
        </span>
      )}
    </Field>
  );
}

/** Logo of a report, which is saved at once. */
function LogoField({ report: { reportId, logoUrl } }: { report: Report }) {
  const setLogo = useSetLogo(reportId);
  return (
    <div className="grid gap-1.5">
      <span className="text-table font-medium">{messages.logo}</span>
      {logoUrl !== null && (
        <span className="grid justify-items-start rounded-control border border-line bg-card p-3">
          <img src={logoUrl} alt={messages.logo} className="max-h-16 max-w-full" />
        </span>
      )}
      <span className="flex flex-wrap items-center gap-2">
        <FileButton
          accept="image/png,image/jpeg,image/webp,image/gif"
          disabled={setLogo.isPending}
          onFiles={([file]) => file && setLogo.mutate(file)}
        >
          {setLogo.isPending
            ? messages.uploadingLogo
            : logoUrl === null
              ? messages.chooseLogo
              : messages.replaceLogo}
        </FileButton>
        {logoUrl !== null && (
          <Button
            variant="ghost"
            size="sm"
            disabled={setLogo.isPending}
            onClick={() => setLogo.mutate(null)}
          >
            {messages.removeLogo}
          </Button>
        )}
      </span>
      <span className="text-label text-muted">{messages.logoHelp}</span>
    </div>
  );
}
