import type { ColumnType } from 'kysely';
import type { Timestamp } from './accounts.ts';

/** The approved capture of each URL with its options, in a project. */
export interface BaselinesTable {
  id: string;
  organization_id: string;
  project_id: number;
  is_test: boolean;
  /** Hash of the URL and of the options that decide the image. */
  match_key: string;
  screenshot_id: string;
  threshold: number;
  max_diff_ratio: number;
  ignored_regions: ColumnType<Record<string, number>[], string, string>;
  created_at: Timestamp;
}

/** Captures that are or were baselines; they may have been deleted. */
export interface BaselineApprovalsTable {
  baseline_id: string;
  screenshot_id: string;
  user_id: string | null;
  api_key_id: number | null;
  approved_at: Timestamp;
}

/** Results of comparing captures with the present baseline. A failed one has no figures. */
export interface BaselineChecksTable {
  screenshot_id: string;
  baseline_id: string;
  baseline_screenshot_id: string;
  status: 'matched' | 'changed' | 'failed';
  diff_pixels: number | null;
  diff_ratio: number | null;
  size_differs: boolean | null;
  message: string | null;
}
