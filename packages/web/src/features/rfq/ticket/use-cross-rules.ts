import { lazyRules } from '../lazy-rules.ts'

/** Loaded with the first ticket of a taker. */
export const useCrossRules = lazyRules(() => import('./check-cross.ts').then(({ checkCross }) => checkCross))
