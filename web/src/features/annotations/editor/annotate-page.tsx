import type { Screenshot } from '@shotwright/contract';
import { Save } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { ignoreErrors } from '../../../lib/ignore-errors.ts';
import { annotationMessages as messages } from '../../../lib/messages/captures/annotations.ts';
import { LoadingButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { BackLink, RecordPage } from '../../../ui/record-page.tsx';
import { UnsavedGuard } from '../../../ui/unsaved-guard.tsx';
import { useScreenshot } from '../../files/files.api.ts';
import { sourceOf } from '../../files/files.rules.ts';
import { useSaveCopy } from '../annotations.api.ts';
import { blankText, bodyOf } from '../marks.rules.ts';
import { ImageEditor } from './image-editor.tsx';
import { useEditor, type Editor } from './use-editor.ts';

const listPath = '/dashboard/files';
const followed = { isFollowed: true };
const noArea = { width: 1, height: 1 };
const fileUrl = (id: string) => `${listPath}?file=${id}`;
const recordTexts = { ...messages, back: messages.toFiles };

/** Page that annotates a capture and saves a copy of it. Source: acceptance RP-6. */
export function AnnotatePage({ id }: { id: string }) {
  const query = useScreenshot(id, followed);
  const image = imageOf(query.data);
  const editor = useEditor(typeof image === 'object' ? image : noArea);
  return (
    <RecordPage
      title={messages.title}
      lead={<BackLink to={fileUrl(id)} label={messages.back} />}
      action={typeof image === 'object' && <SaveButton id={id} editor={editor} />}
      query={query}
      listPath={listPath}
      texts={recordTexts}
    >
      {(capture) =>
        typeof image === 'object' ? (
          <ImageEditor
            editor={editor}
            src={image.src}
            alt={messages.imageAlt(sourceOf(capture))}
            onReload={() => ignoreErrors(query.refetch())}
          />
        ) : (
          <Card>
            <EmptyState title={messages.notAnnotatable} text={messages.reasons[image]} />
          </Card>
        )
      }
    </RecordPage>
  );
}

interface ShownImage {
  readonly src: string;
  readonly width: number;
  readonly height: number;
}

/** Returns the image of a capture, or the reason why it has none that can be annotated. */
function imageOf(capture: Screenshot | undefined): ShownImage | keyof typeof messages.reasons {
  if (capture === undefined || capture.status === 'PENDING' || capture.status === 'PROCESSING')
    return 'running';
  if (capture.status === 'FAILED') return 'failed';
  const { screenshotUrl: src, imageWidth: width, imageHeight: height } = capture;
  if (src === null) return 'notStored';
  return width === null || height === null ? 'document' : { src, width, height };
}

/** Saves the copy and opens it. Marks that are not saved warn before the page is left. */
function SaveButton({ id, editor }: { id: string; editor: Editor }) {
  const { marks } = editor.marks;
  const save = useSaveCopy(id);
  const navigate = useNavigate();
  const [copyId, setCopyId] = useState<string | null>(null);
  const leave = useEffectEvent((to: string) => ignoreErrors(navigate(fileUrl(to))));
  useEffect(() => {
    // After the guard knows that nothing is unsaved.
    if (copyId !== null) leave(copyId);
  }, [copyId]);
  const submit = () => {
    const blank = blankText(marks);
    if (blank !== undefined) {
      editor.marks.select(blank.id);
      editor.focusText(blank.id);
      return;
    }
    save.mutate(bodyOf(marks), { onSuccess: ({ screenshotId }) => setCopyId(screenshotId) });
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:w-full">
      <UnsavedGuard isDirty={marks.length > 0 && copyId === null} />
      <span className="text-table text-muted max-sm:w-full">{messages.saveHelp}</span>
      <LoadingButton
        isLoading={save.isPending}
        loadingText={messages.saving}
        disabled={marks.length === 0}
        onClick={submit}
        className="max-sm:flex-1"
      >
        <Save aria-hidden="true" />
        {messages.save}
      </LoadingButton>
    </div>
  );
}
