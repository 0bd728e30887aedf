import { Playground } from '../features/playground/playground.tsx';

/** `/dashboard/playground` */
export function PlaygroundRoute() {
  return <Playground />;
}
