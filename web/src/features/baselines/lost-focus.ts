/**
 * Moves the focus to an element if the control that had it is disabled or gone. A dialog whose control
 * is removed takes the focus itself.
 */
export function focusIfLost(target: HTMLElement | null): void {
  const { activeElement } = document;
  const isLost =
    activeElement === null || activeElement.matches(':disabled') || activeElement.contains(target);
  if (isLost) target?.focus();
}
