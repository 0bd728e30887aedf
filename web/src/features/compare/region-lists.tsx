import { comparisonLimits } from '@shotwright/contract/paths';
import { EyeOff, SquareDashedMousePointer, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format/format.ts';
import { commonMessages } from '../../lib/messages/common.ts';
import { compareMessages as messages } from '../../lib/messages/captures/compare.ts';
import { Button } from '../../ui/button.tsx';
import { Card, SectionHeading } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { ShownComparison } from './compare.api.ts';
import { regionName, type Region, type Size } from './compare.rules.ts';
import { RegionForm } from './region-form.tsx';

/** Section about the ignored regions: drawing, entering, listing and removing them. */
export function IgnoredRegions(props: {
  regions: readonly Region[];
  area: Size;
  isDrawing: boolean;
  onDrawing: (isDrawing: boolean) => void;
  onChange: (regions: readonly Region[]) => void;
}) {
  const { regions, isDrawing } = props;
  const isFull = regions.length >= comparisonLimits.ignoredRegions;
  return (
    <RegionCard title={messages.ignored} id="ignored-regions" count={regions.length}>
      <p className="text-table text-muted">{messages.ignoredHelp}</p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Button
          variant={isDrawing ? 'secondary' : 'outline'}
          size="sm"
          aria-pressed={isDrawing}
          disabled={isFull}
          onClick={() => props.onDrawing(!isDrawing)}
        >
          <SquareDashedMousePointer aria-hidden="true" />
          {messages.draw}
        </Button>
        <output className="text-label text-muted">{isDrawing && messages.drawHint}</output>
      </div>
      <RegionForm
        area={props.area}
        isFull={isFull}
        onAdd={(region) => props.onChange([...regions, region])}
      />
      {regions.length > 0 && (
        <RegionList label={messages.ignored}>
          {regions.map((region, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- a region may be listed twice
            <li key={at} className="flex min-h-9 items-center justify-between gap-3">
              <span className="figures">{regionName(region)}</span>
              <IconButton
                label={commonMessages.remove(regionName(region))}
                onClick={() => props.onChange(regions.filter((_, other) => other !== at))}
              >
                <X aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </RegionList>
      )}
      {regions.length > 1 && (
        <Button variant="link" className="w-fit" onClick={() => props.onChange([])}>
          {messages.removeAll}
        </Button>
      )}
    </RegionCard>
  );
}

/** Section about the changed regions: each can be shown, and ignored. */
export function ChangedRegions(props: {
  comparison: ShownComparison | undefined;
  shown: Region | null;
  canIgnore: boolean;
  onShow: (region: Region) => void;
  onIgnore: (region: Region) => void;
}) {
  const { comparison, shown } = props;
  const { regions = [], regionCount = 0 } = comparison ?? {};
  return (
    <RegionCard title={messages.changes} id="changed-regions" count={regionCount}>
      {comparison === undefined && <Skeleton className="reveal-late w-48 max-w-full" />}
      {comparison !== undefined && regions.length === 0 && (
        <p className="text-table text-muted">{messages.noChanges}</p>
      )}
      {regions.length < regionCount && (
        <p className="text-table text-muted">
          {messages.changesLargest(formatCount(regions.length), formatCount(regionCount))}
        </p>
      )}
      {regions.length > 0 && (
        <RegionList label={messages.changes}>
          {regions.map((region) => (
            <li
              key={regionName(region)}
              className="flex min-h-9 items-center justify-between gap-3"
            >
              <button
                type="button"
                aria-pressed={isSame(region, shown)}
                onClick={() => props.onShow(region)}
                className="target-line figures min-w-0 flex-1 text-left underline decoration-control underline-offset-4 hover:text-cobalt aria-pressed:text-cobalt"
              >
                <span className="sr-only">{messages.show}</span> {regionName(region)}
              </button>
              <span className="figures shrink-0 text-muted">
                {messages.pixels(formatCount(region.pixels))}
              </span>
              <IconButton
                label={messages.ignoreOf(regionName(region))}
                disabled={!props.canIgnore}
                onClick={() => props.onIgnore(region)}
              >
                <EyeOff aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </RegionList>
      )}
    </RegionCard>
  );
}

function isSame(one: Region, other: Region | null): boolean {
  return other !== null && regionName(one) === regionName(other);
}

function RegionCard(props: { title: string; id: string; count: number; children: ReactNode }) {
  return (
    <Card className="min-w-0 p-4 pt-3">
      <section aria-labelledby={props.id} className="grid content-start gap-3">
        <SectionHeading
          title={props.title}
          id={props.id}
          detail={
            props.count > 0 && (
              <span className="figures text-table text-muted">{formatCount(props.count)}</span>
            )
          }
        />
        {props.children}
      </section>
    </Card>
  );
}

function RegionList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul
      aria-label={label}
      className="max-h-72 divide-y divide-line overflow-y-auto border-y border-line text-table"
    >
      {children}
    </ul>
  );
}
