import { annotationLimits } from '@shotwright/contract/paths';
import { Plus, Redo2, Undo2 } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { annotationMessages as messages } from '../../../lib/messages/captures/annotations.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { NumberInput } from '../../../ui/range-field.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { ZoomControls } from '../../files/preview/preview-image.tsx';
import type { Zoom } from '../../files/preview/zoom.rules.ts';
import { tools } from '../marks.rules.ts';
import type { Editor } from './use-editor.ts';

const toolOptions = tools.map((value) => ({ value, label: messages.tools[value] }));

/** Controls above the image: the tool, the look of marks, the history and the zoom. */
export function EditorToolbar(props: {
  editor: Editor;
  onAddAtCentre: () => void;
  zoom: Zoom;
  onZoom: (zoom: Zoom) => void;
}) {
  const { editor } = props;
  const { marks, tool } = editor;
  return (
    <div className="grid gap-3 border-b border-line px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <span className="max-sm:w-full">
          <SegmentedControl
            label={messages.toolbar}
            isLabelHidden
            isFitted
            isStacked
            value={tool}
            options={toolOptions}
            onValueChange={editor.setTool}
          />
        </span>
        <Button
          variant="outline"
          size="sm"
          disabled={tool === 'select' || marks.isFull}
          onClick={props.onAddAtCentre}
        >
          <Plus aria-hidden="true" />
          {messages.addAtCentre}
        </Button>
        <span className="ml-auto flex items-center max-sm:ml-0">
          <IconButton label={messages.undo} disabled={!marks.canUndo} onClick={editor.undo}>
            <Undo2 aria-hidden="true" />
          </IconButton>
          <IconButton label={messages.redo} disabled={!marks.canRedo} onClick={editor.redo}>
            <Redo2 aria-hidden="true" />
          </IconButton>
        </span>
      </div>
      <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2">
        <LookControls editor={editor} />
        <span className="ml-auto max-sm:ml-0">
          <ZoomControls zoom={props.zoom} onZoom={props.onZoom} />
        </span>
      </div>
      <p className="text-label text-muted">
        {marks.isFull ? messages.marksFull : messages.hints[tool]}
      </p>
    </div>
  );
}

/** Colour and thickness of the selected mark, or of the next one; nothing for marks without them. */
function LookControls({ editor }: { editor: Editor }) {
  const { marks, tool, style, setStyle } = editor;
  const { selected } = marks;
  const type = tool === 'select' ? selected?.type : tool;
  if (type === 'blur' || type === 'crop') return null;
  const look = tool === 'select' ? { ...style, ...selected } : style;
  return (
    <>
      <ColorChoice value={look.color} onValueChange={(color) => setStyle({ color })} />
      {type === 'text' ? (
        <Labelled label={messages.size}>
          <NumberInput
            label={messages.sizeValue}
            {...rangeOf(annotationLimits.textSizePx)}
            value={look.size}
            onValueChange={(size) => setStyle({ size: Math.round(size) })}
          />
        </Labelled>
      ) : (
        <Labelled label={messages.thickness}>
          <NumberInput
            label={messages.thicknessValue}
            {...rangeOf(annotationLimits.thicknessPx)}
            value={look.thickness}
            onValueChange={(thickness) => setStyle({ thickness: Math.round(thickness) })}
          />
        </Labelled>
      )}
    </>
  );
}

function Labelled(props: { label: string; children: ReactNode }) {
  return (
    <span className="flex items-center gap-2 text-table font-medium">
      <span aria-hidden="true">{props.label}</span>
      {props.children}
    </span>
  );
}

const rangeOf = ({ min, max }: { min: number; max: number }) => ({ min, max, step: 1, unit: 'px' });

/** Choice of a colour, implemented as radio buttons. */
function ColorChoice(props: { value: string; onValueChange: (color: string) => void }) {
  const name = useId();
  return (
    <fieldset className="flex flex-wrap items-center gap-0.5">
      <legend className="sr-only">{messages.color}</legend>
      {Object.entries(messages.colors).map(([color, label]) => (
        <label
          key={color}
          title={label}
          className="relative grid size-7 cursor-pointer place-items-center rounded-full has-focus-visible:outline-2 has-focus-visible:outline-cobalt pointer-coarse:size-11"
        >
          <input
            type="radio"
            name={name}
            aria-label={label}
            value={color}
            checked={color === props.value}
            onChange={() => props.onValueChange(color)}
            className="peer absolute inset-0 size-full cursor-pointer opacity-0"
          />
          <span
            aria-hidden="true"
            style={{ backgroundColor: color }}
            className="size-5 rounded-full border border-ink/20 outline-offset-2 peer-checked:outline-2 peer-checked:outline-ink"
          />
        </label>
      ))}
    </fieldset>
  );
}
