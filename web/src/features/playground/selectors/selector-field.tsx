import { lazy, Suspense, useState } from 'react';
import { elementMessages } from '../../../lib/messages/captures/playground-tools.ts';
import { playgroundMessages as messages } from '../../../lib/messages/playground.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import type { PageElements } from './use-page-elements.ts';

const ElementDialog = lazy(async () => ({
  default: (await import('./element-dialog.tsx')).ElementDialog,
}));

/** Selector of the target element, as text or chosen among the elements of the last captured page. */
export function SelectorField(props: {
  value: string;
  elements: PageElements;
  onChange: (selector: string) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <TextField
        label={messages.selector}
        isOptional
        aside={
          <Button
            variant="link"
            className="text-table"
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            {elementMessages.open}
          </Button>
        }
        help={messages.selectorHelp}
        placeholder={messages.selectorPlaceholder}
        autoComplete="off"
        spellCheck={false}
        className="font-mono text-table"
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      />
      {isOpen && (
        <Suspense>
          <ElementDialog
            elements={props.elements}
            onChoose={props.onChange}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
