import { defineConfig } from '@playwright/test';
import stories from '../playwright.config.ts';

/**
 * Timed stories: they assert wall-clock times, so they run separately on a quiet machine (`npm run
 * bench:screens`).
 */
export default defineConfig({ ...stories, testDir: '.', testIgnore: [], workers: 1 });
