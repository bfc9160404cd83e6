import { defineConfig } from 'vitest/config'

/** The suffix of a test tells its cost: .test.ts pure, .db.test.ts on a database of its own, .e2e.ts the whole product. */
const project = (name: string, include: string[], more: object = {}) => ({
  test: { name, include, exclude: ['**/node_modules/**', '**/*.db.test.ts'].filter((glob) => !include.includes(glob)), ...more },
})

/** What is waited for comes at once on a quiet machine; a busy one may take its time. */
const poll = { timeout: 45_000 }

export default defineConfig({
  test: {
    maxWorkers: 2,
    // What failed is tried once more: machines are busy (decision 280). What waits has longer than any machine takes.
    projects: [
      // Quick, but some move a megabyte through a socket. Only what waited in vain is tried again: a rule that was broken once is broken.
      project('rules', ['packages/**/src/**/*.test.ts', 'packages/**/src/**/*.test.tsx', 'tools/src/**/*.test.ts'], {
        testTimeout: 60_000,
        retry: { count: 1, condition: /timed out|ECONN|EADDR/ },
        expect: { poll },
      }),
      {
        test: {
          name: 'database',
          include: ['packages/**/src/**/*.db.test.ts'],
          globalSetup: ['packages/server/src/postgres/test-server.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          retry: 1,
          expect: { poll },
        },
      },
      {
        test: {
          name: 'product',
          include: ['e2e/src/**/*.e2e.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          retry: 1,
          expect: { poll },
        },
      },
    ],
  },
})
