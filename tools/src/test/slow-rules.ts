/**
 * One rules file in six takes six sevenths of their time: property tests, comparisons with slow reference implementations, and the tests of the
 * simulated venues; and the ports between processes wait for messages that are lost. `npm test -- rules` leaves them out; the whole run includes them.
 */
export const slowRules: readonly string[] = [
  '**/*.property.test.ts',
  'packages/core/src/rfq/simulation.test.ts',
  'packages/server/src/cluster/ports.test.ts',
  'packages/server/test/**',
  'packages/simulator/**',
  'tools/src/contracts/**',
]

/** The environment variable that makes `vitest.config.ts` leave them out. */
export const QUICK = 'PARLEY_QUICK_RULES'
