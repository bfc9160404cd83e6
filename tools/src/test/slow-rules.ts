/**
 * One file of rules in six takes six sevenths of their time: properties, slow twins, and what proves the simulated venues. `npm test -- rules` leaves
 * them out, and they are part of the whole run.
 */
export const slowRules: readonly string[] = [
  '**/*.property.test.ts',
  'packages/core/src/rfq/simulation.test.ts',
  'packages/server/test/**',
  'packages/simulator/**',
  'tools/src/contracts/**',
]

/** The variable of the environment that has `vitest.config.ts` leave them out. */
export const QUICK = 'PARLEY_QUICK_RULES'
