import { documentFormats, imageFormats } from '../../paths/screenshots.ts';

/** Exclusion of an option that only images have; the row adds the reason. */
export const notInDocuments = {
  options: ['file_type'],
  values: Object.keys(documentFormats),
} as const;

/** Exclusion of an option that only a PDF has. */
export const onlyInPdf = {
  options: ['file_type'],
  values: Object.keys({ ...imageFormats, ...documentFormats }).filter((name) => name !== 'pdf'),
  reason: 'only a PDF has it',
} as const;
