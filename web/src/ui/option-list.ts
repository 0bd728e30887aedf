/** Classes shared by the select, the combobox and the menu. */
export const optionListClasses = {
  positioner: 'z-50 outline-none',
  popup:
    'max-h-[min(24rem,var(--available-height))] max-w-[var(--available-width)] min-w-[var(--anchor-width)] [overflow-wrap:anywhere] overflow-y-auto overscroll-contain rounded-card border border-line bg-card p-1 shadow-raised outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0',
  option:
    'flex min-h-8 cursor-default items-center justify-between gap-3 rounded-control px-2.5 py-1.5 text-body outline-none select-none data-highlighted:bg-grey-wash data-disabled:opacity-45 pointer-coarse:min-h-11',
} as const;

/** Option of a list. */
export interface Option {
  readonly value: string;
  readonly label: string;
  /** True: a line above separates it from the options before it. */
  readonly isSeparate?: boolean;
}
