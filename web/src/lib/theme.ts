import { storageKeys } from './storage-keys.ts';

/**
 * Applies the light theme regardless of the system preference, and stores it. Source: specification
 * §1.
 */
export function forceLightTheme(): void {
  document.documentElement.classList.remove('dark');
  document.documentElement.classList.add('light');
  localStorage.setItem(storageKeys.theme, 'light');
}
