import type { Screenshot } from '@shotwright/contract';
import { comparisonLimits, isTerminal } from '@shotwright/contract/paths';
import { ArrowLeftRight, Link2 } from 'lucide-react';
import { useState } from 'react';
import { copyUrl } from '../../lib/copy.ts';
import { ignoreErrors } from '../../lib/ignore-errors.ts';
import { compareMessages as messages } from '../../lib/messages/captures/compare.ts';
import { Button, buttonRowClasses, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { DocsLink } from '../../ui/list-states.tsx';
import { Page } from '../../ui/page.tsx';
import { ComparedApproval } from '../baselines/compared-baseline.tsx';
import { useScreenshot } from '../files/files.api.ts';
import { CapturesHeading } from './captures-heading.tsx';
import { useComparison } from './compare.api.ts';
import { areaOf, type Region } from './compare.rules.ts';
import { CompareToolbar } from './compare-toolbar.tsx';
import { useCompareView, type CompareView } from './compare-view.ts';
import { ChangedRegions, IgnoredRegions } from './region-lists.tsx';
import { ComparisonError, ResultBar } from './result-bar.tsx';
import { Stage, type ShownCapture } from './stage.tsx';

const followed = { isFollowed: true };

/** Page that compares two captures. Source: acceptance RP-1. */
export function ComparePage() {
  const view = useCompareView();
  const { a, b } = view;
  const isComplete = a !== null && a !== '' && b !== null && b !== '';
  return (
    <Page
      title={messages.title}
      lead={messages.lead}
      action={isComplete && <Actions view={view} a={a} b={b} />}
    >
      {isComplete ? <Comparison view={view} a={a} b={b} /> : <NothingToCompare />}
    </Page>
  );
}

function Actions({ view, a, b }: { view: CompareView; a: string; b: string }) {
  const { data } = useScreenshot(b, followed);
  return (
    <div className={buttonRowClasses}>
      <Button variant="outline" onClick={view.swap}>
        <ArrowLeftRight aria-hidden="true" />
        {messages.swap}
      </Button>
      <Button variant="outline" onClick={() => ignoreErrors(copyUrl(view.link()))}>
        <Link2 aria-hidden="true" />
        {messages.copyLink}
      </Button>
      <ComparedApproval capture={data} before={a} />
    </div>
  );
}

function NothingToCompare() {
  return (
    <Card>
      <EmptyState title={messages.emptyTitle} text={messages.emptyText}>
        <ButtonLink to="/dashboard/files">{messages.toFiles}</ButtonLink>
        <DocsLink href="/docs/comparisons">{messages.docs}</DocsLink>
      </EmptyState>
    </Card>
  );
}

function Comparison({ view, a, b }: { view: CompareView; a: string; b: string }) {
  const [before, after] = [useScreenshot(a, followed), useScreenshot(b, followed)];
  const isWaiting = [before, after].some(({ data }) => data && !isTerminal(data.status));
  const comparison = useComparison({
    a,
    b,
    threshold: view.usedThreshold,
    ignored: view.ignored,
    isReady: !before.isPending && !after.isPending && !isWaiting,
  });
  const captures = shownCaptures(before.data, after.data);
  const { isError } = comparison;
  return (
    <div className="grid min-w-0 gap-4">
      {isError && <ComparisonError comparison={comparison} />}
      <Card className="min-w-0 divide-y divide-line overflow-clip">
        <CapturesHeading
          a={before.isError ? null : before.data}
          b={after.isError ? null : after.data}
        />
        {!isError && (
          <ResultBar view={view} comparison={comparison} isWaiting={isWaiting} sizes={captures} />
        )}
      </Card>
      {captures && <Images view={view} captures={captures} comparison={comparison} />}
    </div>
  );
}

type Captures = Readonly<Record<'a' | 'b', ShownCapture>>;

/** Returns both captures if both have an image. */
function shownCaptures(a: Screenshot | undefined, b: Screenshot | undefined): Captures | undefined {
  const [one, other] = [shownCapture(a), shownCapture(b)];
  return one && other && { a: one, b: other };
}

function shownCapture(capture: Screenshot | undefined): ShownCapture | undefined {
  const { screenshotUrl = null, imageWidth = null, imageHeight = null } = capture ?? {};
  if (!capture || screenshotUrl === null || imageWidth === null || imageHeight === null)
    return undefined;
  const { url, createdAt } = capture;
  return { url, createdAt, src: screenshotUrl, width: imageWidth, height: imageHeight };
}

/** Images with their controls, and the lists of regions. */
function Images({
  view,
  captures,
  comparison,
}: {
  view: CompareView;
  captures: Captures;
  comparison: ReturnType<typeof useComparison>;
}) {
  const [shown, setShown] = useState<Region | null>(null);
  const [isDrawing, setDrawing] = useState(false);
  const { ignored } = view;
  const isFull = ignored.length >= comparisonLimits.ignoredRegions;
  const ignore = (region: Region) => {
    if (!isFull) view.setIgnored([...ignored, region]);
    setShown(null);
  };
  const result = comparison.isError ? undefined : comparison.data;
  return (
    <>
      <Card className="min-w-0 overflow-clip">
        <CompareToolbar view={view} />
        <Stage
          view={view}
          captures={captures}
          comparison={result}
          isFailed={comparison.isError}
          shown={shown}
          isDrawing={isDrawing && !isFull}
          onDraw={ignore}
          onDrawEnd={() => setDrawing(false)}
        />
      </Card>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {!comparison.isError && (
          <ChangedRegions
            comparison={result}
            shown={shown}
            canIgnore={!isFull}
            onShow={setShown}
            onIgnore={({ x, y, width, height }) => ignore({ x, y, width, height })}
          />
        )}
        <IgnoredRegions
          regions={ignored}
          area={areaOf(captures.a, captures.b)}
          isDrawing={isDrawing}
          onDrawing={setDrawing}
          onChange={view.setIgnored}
        />
      </div>
    </>
  );
}
