import { describe } from 'vitest';
import { motion } from './motion.patterns.ts';
import { testPatterns } from './run-patterns.ts';

describe('an image shows motion at its end, or at its start if it has no end', () => {
  testPatterns(motion);
});
