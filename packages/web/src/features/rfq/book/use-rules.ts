import { lazyRules, type LazyRules } from '../lazy-rules.ts'
import type { checkQuote } from './check-quote.ts'

export type Rules = LazyRules<typeof checkQuote>

/** Fetched with the first ticket of a market. */
export const useRules = lazyRules(() => import('./check-quote.ts').then(({ checkQuote: check }) => check))
