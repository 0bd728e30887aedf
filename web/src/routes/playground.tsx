import { Playground } from '../features/playground/playground.tsx';

/** Route `/dashboard/playground`. */
export function PlaygroundRoute() {
  return <Playground />;
}
