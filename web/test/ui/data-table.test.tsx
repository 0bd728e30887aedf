import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DataTable } from '../../src/ui/data-table.tsx';
import { Cell, Row } from '../../src/ui/table.tsx';

const columns = { name: 'Name', actions: 'Actions' };

function Names(props: { rows: readonly string[] | undefined; leaving?: string }) {
  return (
    <DataTable
      label="Names"
      columns={columns}
      rows={props.rows}
      skeleton={{ count: 3, bars: { name: 'w-40' } }}
    >
      {(name) => (
        <Row key={name} isLeaving={name === props.leaving}>
          <Cell label={columns.name}>{name}</Cell>
        </Row>
      )}
    </DataTable>
  );
}

const rows = () => within(screen.getByRole('table', { name: 'Names' })).getAllByRole('row');

test('a list has a heading per column and a row per item', () => {
  render(<Names rows={['Ada', 'Grace']} />);
  const headings = screen.getAllByRole('columnheader');
  expect(headings.map(({ textContent }) => textContent)).toEqual(['Name', 'Actions']);
  expect(headings.map(({ classList }) => classList.contains('text-right'))).toEqual([false, true]);
  expect(rows()).toHaveLength(3);
});

test('a list that is not loaded yet has skeleton rows', () => {
  render(<Names rows={undefined} />);
  expect(rows()).toHaveLength(4);
});

test('a row that is being deleted fades to 45 % in every list', () => {
  render(<Names rows={['Ada', 'Grace']} leaving="Grace" />);
  expect(rows().map(({ classList }) => classList.contains('opacity-45'))).toEqual([
    false,
    false,
    true,
  ]);
});
