/** Leaves orders to themselves: what they are for may be gone before they are carried out, and that is no fault. */
export function ignore(orders: Promise<unknown>[]): void {
  for (const order of orders) order.catch(() => undefined);
}
