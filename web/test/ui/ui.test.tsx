import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { describe, expect, test, vi } from 'vitest';
import { useAuth } from '../../src/features/accounts/session/auth-context.tsx';
import { createToastStore } from '../../src/lib/toasts.ts';
import { Button, LoadingButton } from '../../src/ui/button.tsx';
import { Combobox } from '../../src/ui/combobox.tsx';
import { CopyButton } from '../../src/ui/copy-button.tsx';
import { DeleteDialog, type DeletableType } from '../../src/ui/delete-dialog.tsx';
import { Menu } from '../../src/ui/menu.tsx';
import { Select } from '../../src/ui/select.tsx';
import { Switch } from '../../src/ui/switch.tsx';
import { Time } from '../../src/ui/time.tsx';
import { Toaster } from '../../src/ui/toaster.tsx';
import { Tooltip, tooltipDelayMs } from '../../src/ui/tooltip.tsx';
import { useSkeleton } from '../../src/ui/skeleton.tsx';

const options = [
  { value: '1', label: 'iPhone 15' },
  { value: '2', label: 'Pixel 9' },
];

describe('buttons', () => {
  test('[CP-1] six variants and four sizes look different', () => {
    const variants = ['default', 'destructive', 'outline', 'secondary', 'ghost', 'link'] as const;
    const sizes = ['default', 'sm', 'lg', 'icon'] as const;
    const classNames = variants.flatMap((variant) =>
      sizes.map((size) => {
        const { container, unmount } = render(<Button variant={variant} size={size} />);
        const className = container.querySelector('button')?.className;
        unmount();
        return className;
      }),
    );
    expect(new Set(classNames).size).toBe(24);
  });

  test('[CP-2] a loading button shows Loading... and is disabled', () => {
    render(<LoadingButton isLoading>Save</LoadingButton>);
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Loading...' });
    expect(button.disabled).toBe(true);
  });
});

describe('the delete dialog', () => {
  const types: DeletableType[] = ['project', 'API key', 'setting', 'webhook', 'file'];

  test.each(types)('[CP-5] confirms the deletion of a %s in the same words', async (type) => {
    render(
      <DeleteDialog
        open
        onOpenChange={() => {}}
        type={type}
        name="It"
        isDeleting={false}
        onDelete={() => {}}
      />,
    );
    const dialog = within(await screen.findByRole('alertdialog', { name: `Delete ${type}` }));
    expect(
      dialog.getByText('Are you sure you want to delete "It"? This action cannot be undone.'),
    ).toBeTruthy();
    expect(dialog.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'Cancel',
      'Delete',
    ]);
  });
});

function renderToaster() {
  const store = createToastStore();
  render(<Toaster store={store} />, { wrapper: MemoryRouter });
  return store;
}

function hideTab(isHidden: boolean) {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
  fireEvent(document, new Event('visibilitychange'));
  if (!isHidden) Reflect.deleteProperty(document, 'hidden');
}

describe('toasts', () => {
  test('[NT-1] at most three are shown, for 4000 ms, at the bottom right', () => {
    vi.useFakeTimers();
    const store = renderToaster();
    act(() => ['1', '2', '3', '4'].forEach((title) => store.success({ title })));
    expect(screen.getAllByRole('status').map((one) => one.textContent)).toEqual(['2', '3', '4']);
    const className = screen.getByRole('region', { name: 'Notifications' }).className;
    expect(className).toContain('right-0');
    expect(className).toContain('bottom-0');
    act(() => void vi.advanceTimersByTime(3_999));
    expect(screen.getAllByRole('status')).toHaveLength(3);
    act(() => void vi.advanceTimersByTime(1));
    expect(screen.queryAllByRole('status')).toEqual([]);
  });

  test('[NT-6] success is a status, failure an alert, and neither takes the focus', () => {
    const store = renderToaster();
    act(() => {
      store.success({ title: 'Done' });
      store.error({ title: 'Error', description: 'No.' });
    });
    expect(screen.getByRole('status').textContent).toBe('Done');
    expect(screen.getByRole('alert').textContent).toBe('ErrorNo.');
    expect(document.activeElement).toBe(document.body);
  });

  test.each([
    [
      'the pointer rests on it',
      (toast: Element) => fireEvent.mouseEnter(toast),
      (toast: Element) => fireEvent.mouseLeave(toast),
    ],
    [
      'it has the focus',
      (toast: Element) => fireEvent.focus(toast),
      (toast: Element) => fireEvent.blur(toast),
    ],
    ['the tab is hidden', () => hideTab(true), () => hideTab(false)],
  ])('[NT-6] the timer pauses while %s', (_why, hold, release) => {
    vi.useFakeTimers();
    const store = renderToaster();
    act(() => store.success({ title: 'Done' }));
    act(() => void vi.advanceTimersByTime(3_000));
    act(() => void hold(screen.getByRole('status')));
    act(() => void vi.advanceTimersByTime(60_000));
    const toast = screen.getByRole('status');
    act(() => void release(toast));
    act(() => void vi.advanceTimersByTime(999));
    expect(screen.queryByRole('status')).toBeTruthy();
    act(() => void vi.advanceTimersByTime(1));
    expect(screen.queryByRole('status')).toBeNull();
  });

  test('[NT-6] Escape closes the focused one', async () => {
    const user = userEvent.setup();
    const store = renderToaster();
    act(() => store.error({ title: 'Error' }));
    screen.getByRole('button', { name: 'Dismiss notification' }).focus();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

function Waiting() {
  const [isWaiting, setWaiting] = useState(true);
  return (
    <button type="button" onClick={() => setWaiting(false)}>
      {useSkeleton(isWaiting) ? 'skeleton' : 'nothing'}
    </button>
  );
}

function Lost() {
  useAuth();
  return null;
}

function pass(ms: number) {
  act(() => void vi.advanceTimersByTime(ms));
}

describe('other components', () => {
  test('[CP-4] a tooltip appears after 700 ms', async () => {
    expect(tooltipDelayMs).toBe(700);
    vi.useFakeTimers({ shouldAdvanceTime: true });
    render(
      <Tooltip text="What it does">
        <button type="button">It</button>
      </Tooltip>,
    );
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    await user.hover(screen.getByRole('button'));
    act(() => void vi.advanceTimersByTime(600));
    expect(screen.queryByText('What it does')).toBeNull();
    act(() => void vi.advanceTimersByTime(200));
    expect(await screen.findByText('What it does')).toBeTruthy();
  });

  test('a tooltip remains while the pointer is on it, and Escape closes it', async () => {
    const user = userEvent.setup();
    render(
      <Tooltip text="What it does">
        <button type="button">It</button>
      </Tooltip>,
    );
    await user.tab();
    const popup = await screen.findByText('What it does');
    await user.hover(popup);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText('What it does')).toBeNull());
  });

  test.each(['{Enter}', ' ', '{ArrowDown}'])(
    '[AX-2] a menu opened by %j focuses its first item, and Escape returns the focus',
    async (key) => {
      const user = userEvent.setup();
      const chosen = vi.fn<() => void>();
      const items = [{ label: 'Rename' }, { label: 'Delete', onSelect: chosen }];
      render(<Menu items={items} trigger={<button type="button">More</button>} />);
      await user.tab();
      const button = screen.getByRole('button', { name: 'More' });
      await user.keyboard(key);
      const first = await screen.findByRole('menuitem', { name: 'Rename' });
      await waitFor(() => expect(document.activeElement).toBe(first));
      await user.keyboard('{Escape}');
      await waitFor(() => expect(document.activeElement).toBe(button));
      await user.keyboard(key);
      await waitFor(() => expect(document.activeElement?.textContent).toBe('Rename'));
      await user.keyboard('{ArrowDown}{Enter}');
      await waitFor(() => expect(chosen).toHaveBeenCalledTimes(1));
    },
  );

  test('[CP-8] copying shows a check for two seconds and announces Copied', async () => {
    const user = userEvent.setup();
    render(<CopyButton text="abc" label="Copy id" />);
    await user.click(screen.getByRole('button', { name: 'Copy id' }));
    expect(await navigator.clipboard.readText()).toBe('abc');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Copied'));
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''));
  });

  test('[CP-8] if copying is blocked the text is selected and the failure is shown', async () => {
    const user = userEvent.setup();
    const { toasts } = await import('../../src/lib/toasts.ts');
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'));
    render(<CopyButton text="abc" label="Copy id" />);
    await user.click(screen.getByRole('button', { name: 'Copy id' }));
    await waitFor(() => expect(toasts.visible()).toHaveLength(1));
    expect(window.getSelection()?.toString()).toBe('abc');
  });

  test('[CP-12] select and combobox work by keyboard, and the switch has its role', async () => {
    const user = userEvent.setup();
    const chosen: (string | null | boolean)[] = [];
    render(
      <>
        <Select
          aria-label="Project"
          options={options}
          value={null}
          onValueChange={(value) => chosen.push(value)}
        />
        <Combobox
          id="device"
          options={options}
          value={null}
          onValueChange={(value) => chosen.push(value)}
        />
        <Switch label="Full Page" isOn={false} onChange={(isOn) => chosen.push(isOn)} />
      </>,
    );
    screen.getByRole('combobox', { name: 'Project' }).focus();
    await user.keyboard('{ArrowDown}');
    await user.click(await screen.findByRole('option', { name: 'Pixel 9' }));
    await user.type(document.querySelector('#device')!, 'pix');
    await user.click(await screen.findByRole('option', { name: 'Pixel 9' }));
    await user.click(screen.getByRole('switch', { name: 'Full Page' }));
    expect(chosen).toEqual(['2', '2', true]);
  });

  test('[FT-12] a date has a machine-readable instant', () => {
    render(<Time value="2025-01-05T12:00:00.000Z" />);
    expect(screen.getByText('Jan 05, 2025').getAttribute('datetime')).toBe(
      '2025-01-05T12:00:00.000Z',
    );
  });

  test('[CP-10] a skeleton appears after 150 ms and remains for 300 ms', () => {
    vi.useFakeTimers();
    render(<Waiting />);
    pass(149);
    expect(screen.getByText('nothing')).toBeTruthy();
    pass(1);
    expect(screen.getByText('skeleton')).toBeTruthy();
    fireEvent.click(screen.getByRole('button'));
    pass(299);
    expect(screen.getByText('skeleton')).toBeTruthy();
    pass(1);
    expect(screen.getByText('nothing')).toBeTruthy();
  });

  test('[AU-9] the auth hook throws outside its provider', () => {
    vi.mocked(console.error).mockImplementation(() => {});
    expect(() => render(<Lost />)).toThrow('useAuth must be used within an AuthProvider');
  });
});
