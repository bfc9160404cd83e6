import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { DearestFirst } from './tools/src/test/dearest-first.ts'
import { useFoldersInMemory } from './tools/src/test/folders-in-memory.ts'
import { HookErrorReporter } from './tools/src/test/hook-errors.ts'
import { QUICK, slowRules } from './tools/src/test/slow-rules.ts'
import { TimeReporter } from './tools/src/test/time-spent.ts'

/** Products, commands and workers that are started by the hundred read the same modules: Node keeps them compiled, and without their types. */
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('.cache/compiled', import.meta.url))

useFoldersInMemory(process.env)

const leftOut = process.env[QUICK] === undefined ? [] : slowRules

/** The suffix of a test tells its cost: .test.ts pure, .test.tsx a screen on a made-up DOM, .db.test.ts on a database of its own, .e2e.ts the whole product. */
const project = (name: string, include: string[], more: object = {}) => ({
  test: { name, include, exclude: ['**/node_modules/**', '**/*.db.test.ts', ...leftOut], ...more },
})

/** A busy machine may take its time. Ten looks a second are enough: one for a role on a full page takes 17 ms of processor time. */
const poll = { timeout: 45_000, interval: 100 }

/**
 * A test leaves nothing behind in its process, for what it opened it closes, so the files of a project share one: each module is read once, and
 * not once for each of four hundred files. Files that follow each other share one only within a project, which is why they are sorted by it.
 */
const isolate = false

/**
 * Test processes share the cores, so the threads that help one of them to collect garbage take the time of another. Without these threads a process
 * needs at least an eighth less processor time (decision 0840).
 */
const execArgv = ['--single-threaded-gc']

/**
 * Node reads the modules of these tests as it reads the product's: Vite's runner would translate each of them in every run, and put an accessor before
 * each imported function. Tests that compute take a quarter less processor time without it (decision 1011). None of them replaces a module.
 */
const readByNode = { viteModuleRunner: false, nodeLoader: false }

const rules = { testTimeout: 60_000, hookTimeout: 60_000, isolate, execArgv, expect: { poll } }

/** `npm test` reads what a run has found, and how long it took, from files of this name. */
const report = process.env['PARLEY_TEST_REPORT']

/** The screen of a desk, from which nothing navigates away: a link that the page does not handle by itself leads nowhere. */
const happyDOM = {
  ...{ url: 'http://parley.example/', width: 1600, height: 960 },
  settings: { navigation: { disableMainFrameNavigation: true, disableChildFrameNavigation: true, disableChildPageNavigation: true } },
}

export default defineConfig({
  test: {
    ...(report === undefined
      ? {}
      : {
          reporters: [
            'default',
            ['json', { outputFile: `${report}.json` }],
            new TimeReporter(`${report}-times.json`),
            new HookErrorReporter(`${report}-hook-errors.json`),
          ],
        }),
    // One a core: product tests keep to theirs (e2e/src/own-core.ts), and a third on two cores makes all of them slower (decision 0840).
    maxWorkers: Math.max(2, availableParallelism()),
    sequence: { sequencer: DearestFirst },
    projects: [
      project('rules', [`packages/!(web)/{src,test}/**/*.test.ts`, 'tools/src/**/*.test.ts'], { ...rules, experimental: readByNode }),
      // What Vite alone can read: JSX, and the version, guides and styles that a build puts in.
      project('presenters', ['packages/web/{src,test}/**/*.test.ts'], rules),
      {
        // A screen without a product and without a browser (packages/web/test/screen/screen.tsx).
        resolve: {
          alias: [{ find: /^zustand$/, replacement: fileURLToPath(new URL('packages/web/test/screen/stores.ts', import.meta.url)) }],
        },
        test: {
          name: 'screens',
          include: ['packages/web/{src,test}/**/*.test.tsx'],
          environment: 'happy-dom',
          environmentOptions: { happyDOM },
          setupFiles: ['packages/web/test/screen/setup.ts'],
          // What other people's tests of React set up by themselves is done by the kit.
          env: { RTL_SKIP_AUTO_CLEANUP: 'true' },
          isolate,
          execArgv,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll },
        },
      },
      {
        test: {
          name: 'database',
          include: ['packages/*/{src,test}/**/*.db.test.ts', 'e2e/src/**/*.db.test.ts'],
          globalSetup: ['packages/server/test/database-server.ts'],
          isolate,
          execArgv,
          experimental: readByNode,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll },
        },
      },
      {
        test: {
          name: 'product',
          include: ['e2e/src/**/*.e2e.ts'],
          globalSetup: ['e2e/src/first-start.ts'],
          setupFiles: ['e2e/src/own-core.ts'],
          isolate,
          experimental: readByNode,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll },
        },
      },
    ],
  },
})
