import { useEffect, useRef, useState, type RefObject } from 'react';
import './playground.css';
import { cn } from '../../lib/cn.ts';
import { pageMessages } from '../../lib/messages/shell.ts';
import { Card } from '../../ui/card.tsx';
import { keepClear } from '../../ui/keep-clear.ts';
import { Page } from '../../ui/page.tsx';
import { AdvancedOptions } from './form/advanced-options.tsx';
import { HelpBanner, LoadedBanner } from './banners.tsx';
import { CaptureBar } from './form/capture-bar.tsx';
import { DeveloperPanel } from './samples/developer-panel.tsx';
import { ImportButton } from './import/import-button.tsx';
import { HistoryList } from './history/history-list.tsx';
import { MoreOptions } from './form/more/more-options.tsx';
import { OutputFields, SwitchFields } from './form/output-fields.tsx';
import { developerButtonId, PageActions } from './page-actions.tsx';
import { PreviewPanel } from './run/preview-panel.tsx';
import { ProjectField } from './form/project-field.tsx';
import { RunStatus } from './run/run-status.tsx';
import { useRunAnnouncements } from './run/use-run-announcements.ts';
import { SaveSettingsDialog } from './form/save-settings-dialog.tsx';
import { SourceFields } from './form/source-fields.tsx';
import { usePlayground } from './use-playground.ts';
import { rememberProject } from './form/use-project-choice.ts';

/** Capture form on the left, preview on the right. */
export function Playground() {
  const playground = usePlayground();
  const { form, loaded, auto, preview } = playground;
  const [isDeveloperOpen, setDeveloperOpen] = useState(false);
  return (
    // With enough space the form is shown next to the Developer panel; otherwise the panel covers
    // it.
    <div className={cn(isDeveloperOpen && 'lg:pr-[min(44rem,max(26rem,43vw))]')}>
      <Page
        title={pageMessages.playground.title}
        lead={pageMessages.playground.lead}
        action={
          <PageActions
            form={form}
            onReset={playground.reset}
            isPreviewOpen={preview.isOpen}
            onPreview={() => preview.set(!preview.isOpen)}
            isDeveloperOpen={isDeveloperOpen}
            onDeveloper={() => setDeveloperOpen(!isDeveloperOpen)}
          />
        }
      >
        {loaded && (
          <LoadedBanner
            loaded={loaded}
            countdown={auto.state}
            onCancelCountdown={auto.cancel}
            onClear={playground.clear}
          />
        )}
        <HelpBanner />
        <Workbench playground={playground} />
        {isDeveloperOpen && (
          <DeveloperPanel
            form={form}
            onClose={() => {
              setDeveloperOpen(false);
              document.getElementById(developerButtonId)?.focus();
            }}
          />
        )}
      </Page>
    </div>
  );
}

type PlaygroundState = ReturnType<typeof usePlayground>;

function Workbench({ playground }: { playground: PlaygroundState }) {
  const { preview } = playground;
  const { isOpen } = preview;
  const history = <HistoryList entries={playground.history} onRestore={playground.restore} />;
  const panel = useScrollIntoView(playground.run.kind === 'sending');
  useRunAnnouncements(playground.run);
  // In a single column the bar sticks to both edges, so that it stays visible above the image too.
  // The controls keep their place in the tree, so that opening the preview collapses no section.
  return (
    <div className="@container">
      <div
        className={cn(
          'flex flex-col gap-4',
          isOpen
            ? '@4xl:grid @4xl:grid-cols-[minmax(22rem,26rem)_minmax(0,1fr)] @4xl:items-start @4xl:gap-6'
            : 'max-w-3xl',
          !isOpen &&
            playground.history.length > 0 &&
            '@4xl:grid @4xl:max-w-none @4xl:grid-cols-[minmax(0,48rem)_10.5rem] @4xl:gap-6',
        )}
      >
        <div className={cn('flex flex-col gap-4', isOpen && 'max-@4xl:contents')}>
          <Controls {...playground} />
          <Actions playground={playground} />
        </div>
        {!isOpen && history}
        {isOpen && (
          <div
            ref={panel}
            className="min-w-0 scroll-mt-44 @4xl:sticky @4xl:top-18 grid grid-cols-[minmax(0,1fr)] gap-4"
          >
            <PreviewPanel
              {...playground}
              canRetry={playground.canCapture}
              onCancel={playground.cancel}
              onRetry={playground.start}
              onHide={() => preview.set(false)}
            />
            {history}
          </div>
        )}
      </div>
    </div>
  );
}

/**
 * Scrolls a panel into view when `isWanted` becomes true and the panel is below the fold, as on a
 * phone.
 */
function useScrollIntoView(isWanted: boolean): RefObject<HTMLDivElement | null> {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const top = panel.current?.getBoundingClientRect().top ?? 0;
    if (isWanted && top > window.innerHeight / 2) {
      panel.current?.scrollIntoView({ behavior: 'smooth', block: 'start' });
    }
  }, [isWanted]);
  return panel;
}

function Controls({ form, change, elements, applyImport }: PlaygroundState) {
  return (
    <Card className="divide-y divide-line *:p-5">
      <div className="grid gap-4">
        <SourceFields
          form={form}
          change={change}
          aside={<ImportButton form={form} onApply={applyImport} />}
        />
        <ProjectField
          projectId={form.project_id}
          onChange={(projectId) => {
            rememberProject(projectId);
            change({ project_id: projectId });
          }}
        />
      </div>
      <OutputFields form={form} change={change} />
      <SwitchFields form={form} change={change} />
      <div className="py-3!">
        <AdvancedOptions form={form} change={change} elements={elements} />
      </div>
      <div className="py-3!">
        <MoreOptions form={form} change={change} />
      </div>
    </Card>
  );
}

function Actions({ playground }: { playground: PlaygroundState }) {
  const { form, edited, preview } = playground;
  const [isSaving, setSaving] = useState(false);
  return (
    <div
      {...keepClear}
      data-sticks="bottom"
      className="sticky top-14 bottom-0 z-[5] -mx-4 border-y border-line bg-paper px-4 py-3 sm:-mx-1 sm:rounded-card sm:border sm:bg-card sm:shadow-raised"
    >
      <CaptureBar
        form={form}
        isPending={playground.isPending}
        isEditing={edited !== undefined}
        onCapture={playground.start}
        onSave={() => setSaving(true)}
      />
      {!preview.isOpen && <RunStatus run={playground.run} onShow={() => preview.set(true)} />}
      {isSaving && (
        <SaveSettingsDialog
          form={form}
          edited={edited}
          onUpdated={playground.onUpdated}
          onClose={() => setSaving(false)}
        />
      )}
    </div>
  );
}
