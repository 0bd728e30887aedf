import type { PathTable } from './endpoint-path.ts';
import type { OutputFormat } from './screenshots.ts';

/** Methods and paths of the endpoints for files. */
export const filePaths = {
  readFile: { method: 'GET', path: '/files/{id}/{expires}/{signature}/{name}' },
  readThumbnail: { method: 'GET', path: '/thumbnails/{id}/{expires}/{signature}/{name}' },
  readPreview: { method: 'GET', path: '/previews/{id}/{expires}/{signature}/{name}' },
  listFiles: { method: 'GET', path: '/projects/files' },
  downloadFile: { method: 'POST', path: '/projects/files/download' },
  deleteFiles: { method: 'DELETE', path: '/projects/files' },
  zipFiles: { method: 'POST', path: '/projects/files/zip' },
  moveFiles: { method: 'POST', path: '/projects/files/move' },
  countMatches: { method: 'GET', path: '/projects/files/matches' },
  deleteMatches: { method: 'POST', path: '/projects/files/matches/delete' },
  moveMatches: { method: 'POST', path: '/projects/files/matches/move' },
  exportFiles: { method: 'GET', path: '/projects/files.csv' },
  readMatchesProgress: { method: 'GET', path: '/projects/files/matches/progress' },
  createPublicLink: { method: 'POST', path: '/projects/files/{id}/public-link' },
  revokePublicLink: { method: 'DELETE', path: '/projects/files/{id}/public-link' },
  readPublicFile: { method: 'GET', path: '/shared/{id}/{signature}/{name}' },
  deleteScreenshot: { method: 'DELETE', path: '/screenshots/{id}' },
  deleteFilesByPost: { method: 'POST', path: '/projects/files/delete' },
} as const satisfies PathTable;

/** Statuses by which files are filtered: queued and running captures are `in_progress`. */
export const fileStatusFilters = ['complete', 'failed', 'in_progress'] as const;
/** One of the {@link fileStatusFilters}. */
export type FileStatusFilter = (typeof fileStatusFilters)[number];

/** Kinds of devices by which files are filtered. */
export const deviceKinds = ['desktop', 'mobile'] as const;
/** One of the {@link deviceKinds}. */
export type DeviceKind = (typeof deviceKinds)[number];

/** Formats by which files are filtered. */
export const fileFormats = [
  'png',
  'jpeg',
  'webp',
  'avif',
  'gif',
  'pdf',
  'html',
  'markdown',
  'text',
  'mhtml',
] as const satisfies readonly OutputFormat[];

/** Orders of the file list; `-` reverses one. The default is newest first. */
export const fileSorts = ['-created', 'created', 'source', '-source', 'size', '-size'] as const;
/** One of the {@link fileSorts}. */
export type FileSort = (typeof fileSorts)[number];

/** Placeholders of a file name in a zip archive. Source: acceptance FM-24. */
export const zipNameParts = ['project', 'host', 'path', 'date', 'time', 'id', 'ext'] as const;
/** Default file name of an image in a zip archive. */
export const defaultZipTemplate = '{project}/{host}-{path}-{date}.{ext}';
