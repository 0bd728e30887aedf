import { clsx, type ClassValue } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

const merge = extendTailwindMerge({
  extend: {
    classGroups: {
      'font-size': [{ text: ['label', 'table', 'body', 'lead', 'title', 'figure', 'display'] }],
    },
  },
});

/** Joins class names; if two set the same property, the later one wins. */
export function cn(...values: ClassValue[]): string {
  return merge(clsx(values));
}
