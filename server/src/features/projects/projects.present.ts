import type { Project } from '@shotwright/contract';
import type { ProjectRow } from './projects.store.ts';

/** Converts a project to its wire format. */
export function presentProject(row: ProjectRow): Project {
  return {
    id: row.id,
    name: row.name,
    screenshotCount: row.screenshotCount,
    totalSize: row.totalSizeBytes,
    monthlyLimit: row.monthlyLimit,
    monthlyUsage: row.monthlyUsage,
    createdAt: row.createdAt.toISOString(),
  };
}
