/** Tests as Stryker runs them: one project, no cache, no second try. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: process.cwd(),
    include: ['test/**/*.test.{ts,tsx,mjs}'],
    exclude: ['test/e2e/**', 'test/mutants/**'],
    environment: 'node',
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    retry: 0,
    fsModuleCache: false,
  },
});
