import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Menu } from '../../src/ui/menu.tsx';

const items = [{ label: 'Rename' }];
const menu = (subject: string) => (
  <Menu subject={subject} items={items} trigger={<button type="button">More</button>} />
);

test('an open menu closes when its target changes', async () => {
  const user = userEvent.setup();
  const { rerender } = render(menu('a'));
  await user.click(screen.getByRole('button', { name: 'More' }));
  await screen.findByRole('menuitem', { name: 'Rename' });
  rerender(menu('b'));
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  rerender(menu('a'));
  expect(screen.queryByRole('menuitem')).toBeNull();
});
