import { comparisonLimits } from '@shotwright/contract/paths';
import { useId, useState, type SyntheticEvent } from 'react';
import { compareMessages as messages } from '../../lib/messages/captures/compare.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError, Input } from '../../ui/field.tsx';
import { sizeText, wholeNumber, type Region, type Size } from './compare.rules.ts';

const names = ['x', 'y', 'width', 'height'] as const;
const empty = { x: '', y: '', width: '', height: '' };

/** Form that adds a region by its numbers. */
export function RegionForm(props: {
  area: Size;
  isFull: boolean;
  onAdd: (region: Region) => void;
}) {
  const noteId = useId();
  const [texts, setTexts] = useState(empty);
  const [error, setError] = useState<string | null>(null);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const region = regionOf(texts, props.area);
    if (typeof region === 'string') return setError(region);
    props.onAdd(region);
    setTexts(empty);
    setError(null);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-1.5">
      <div className="flex flex-wrap items-end gap-2">
        {names.map((name) => (
          <label key={name} className="grid min-w-14 flex-1 gap-1 text-label text-muted">
            {messages[name]}
            <Input
              inputMode="numeric"
              autoComplete="off"
              maxLength={7}
              value={texts[name]}
              disabled={props.isFull}
              aria-invalid={error !== null}
              {...(error !== null && { 'aria-describedby': noteId })}
              onChange={(event) => setTexts({ ...texts, [name]: event.target.value })}
              className="figures h-8 px-2"
            />
          </label>
        ))}
        <Button type="submit" variant="outline" size="sm" disabled={props.isFull}>
          {messages.add}
        </Button>
      </div>
      {error !== null && <FieldError id={noteId}>{error}</FieldError>}
      {props.isFull && (
        <p className="text-label text-muted">
          {messages.regionsFull(comparisonLimits.ignoredRegions)}
        </p>
      )}
    </form>
  );
}

/** Returns the region of the texts, or the sentence that says why there is none. */
function regionOf(texts: typeof empty, area: Size): Region | string {
  const [x, y, width, height] = names.map((name) => wholeNumber(texts[name]));
  if (x === undefined || y === undefined || !width || !height) return messages.regionWrong;
  if (x >= area.width || y >= area.height) return messages.regionOutside(sizeText(area));
  return { x, y, width, height };
}
