import type { NoticeKind } from '@shotwright/contract';
import type { Generated } from 'kysely';
import type { NullableTimestamp, Timestamp } from './accounts.ts';

/** News slides of the sign-in page. */
export interface NewsSlidesTable {
  id: Generated<number>;
  /** Slides are shown in ascending order. */
  position: number;
  title: string;
  text: string;
  href: string | null;
  image: string | null;
  visible_from: NullableTimestamp;
  visible_until: NullableTimestamp;
  is_published: boolean;
  created_at: Timestamp;
}

/** Status notices, which end at `ends_at` or when they are resolved. */
export interface StatusNoticesTable {
  id: Generated<number>;
  kind: NoticeKind;
  title: string;
  text: string;
  starts_at: Timestamp;
  ends_at: NullableTimestamp;
  resolved_at: NullableTimestamp;
  is_published: boolean;
  created_at: Timestamp;
}
