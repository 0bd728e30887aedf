import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  captureButton,
  fillIn,
  group,
  openMore,
  openPlayground,
  playgroundServer,
} from './playground-fixtures.tsx';

test('[CO-A7] the scale has the decimals of a device, also in the URL, and steps between', async () => {
  const sent = playgroundServer();
  const { user } = await openPlayground('/dashboard/playground?device_scale_factor=2.625');
  await openMore(user);
  const scale = group('Output').getByRole<HTMLInputElement>('spinbutton', {
    name: 'Device scale factor',
  });
  expect([scale.value, scale.step]).toEqual(['2.625', '0.125']);
  await user.clear(scale);
  await user.type(scale, '2.63');
  await user.tab();
  await fillIn(user);
  await user.click(captureButton());
  await waitFor(() => expect(sent.url).toHaveLength(1));
  expect(sent.url[0]?.body).toMatchObject({ device_scale_factor: 2.63 });
});
