import { Combobox } from '../src/ui/combobox.tsx';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';

test('[AX-2] the first render of a combobox has one element with that role', () => {
  const options = [{ value: 'a', label: 'A' }];
  const html = renderToString(
    <Combobox options={options} value="" onValueChange={() => undefined} />,
  );
  expect(html.match(/role="combobox"/g)).toHaveLength(1);
});
