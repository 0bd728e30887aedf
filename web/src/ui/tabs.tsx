import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

/** Tab: its value in the URL, its label and its panel. */
export interface TabItem {
  readonly value: string;
  readonly label: string;
  readonly content: ReactNode;
}

/** Tab list above the panel of the selected tab. */
export function Tabs(props: {
  label: string;
  items: readonly TabItem[];
  value: string;
  onValueChange: (value: string) => void;
}) {
  return (
    <Base.Root value={props.value} onValueChange={(value) => props.onValueChange(String(value))}>
      <Base.List
        aria-label={props.label}
        className="relative flex gap-6 overflow-x-auto border-b border-line"
      >
        {props.items.map((item) => (
          <Base.Tab
            key={item.value}
            value={item.value}
            className="-mb-px h-10 border-b-2 border-transparent font-medium whitespace-nowrap text-muted outline-offset-[-2px] hover:text-ink data-active:border-ink data-active:text-ink pointer-coarse:h-11 pointer-coarse:min-w-11"
          >
            {item.label}
          </Base.Tab>
        ))}
      </Base.List>
      {props.items.map((item) => (
        <Base.Panel key={item.value} value={item.value} className="pt-6">
          {item.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
