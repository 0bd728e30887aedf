import { storageKeys } from './storage-keys.ts';

/** Shows the light theme whatever the system prefers, and records it. Source: specification §1. */
export function forceLightTheme(): void {
  document.documentElement.classList.remove('dark');
  document.documentElement.classList.add('light');
  localStorage.setItem(storageKeys.theme, 'light');
}
