import type { ReportLayout, ReportPageFormat } from '@shotwright/contract';
import type { Timestamp } from './accounts.ts';

/** Reports with the link of their public page. */
export interface ReportsTable {
  id: string;
  organization_id: string;
  user_id: string | null;
  title: string;
  colour: string;
  layout: ReportLayout;
  page_format: ReportPageFormat;
  is_url_shown: boolean;
  is_date_shown: boolean;
  footer: string;
  logo: Buffer | null;
  logo_type: string | null;
  /** Null if the report has no public page. */
  link_id: string | null;
  link_expires_at: Date | null;
  link_password_hash: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** Captures of reports, in order. */
export interface ReportItemsTable {
  report_id: string;
  position: number;
  /** Null if the capture was deleted. */
  screenshot_id: string | null;
  caption: string;
}

/** The last PDF of each report. */
export interface ReportPdfsTable {
  /** Also the id of its job. */
  id: string;
  report_id: string;
  /** Hash of what the PDF shows. */
  digest: string;
  status: 'RUNNING' | 'COMPLETE' | 'FAILED';
  storage_key: string | null;
  created_at: Timestamp;
}
