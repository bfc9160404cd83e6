import { lazyRules, type LazyRules } from '../lazy-rules.ts'
import type { checkMakerQuotes } from './check-direct.ts'
import type { checkQuote, checkQuotes } from './check-quote.ts'

type Checks = { readonly check: typeof checkQuote; readonly checkAll: typeof checkQuotes; readonly checkMaker: typeof checkMakerQuotes }
export type Rules = LazyRules<Checks>

/** Loaded with the first ticket that quotes. */
export const useRules = lazyRules(async (): Promise<Checks> => {
  const [{ checkQuote: check, checkQuotes: checkAll }, { checkMakerQuotes: checkMaker }] = await Promise.all([
    import('./check-quote.ts'),
    import('./check-direct.ts'),
  ])
  return { check, checkAll, checkMaker }
})
