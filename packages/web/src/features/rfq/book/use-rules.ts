/** The rules of a whole market are a tenth of the application and are asked when a price stands in a ticket: they come after the first screen. */
import { useEffect } from 'react'
import { create } from 'zustand'
import type { checkCross } from '../ticket/check-cross.ts'
import type { checkQuote } from './check-quote.ts'

export type Rules =
  | { readonly state: 'COMING' }
  | { readonly state: 'HERE'; readonly check: typeof checkQuote; readonly checkCross: typeof checkCross }
  | { readonly state: 'FAILED' }

const coming: Rules = { state: 'COMING' }
const useRulesStore = create<{ readonly rules: Rules }>(() => ({ rules: coming }))
let isAsked = false

async function fetchRules(): Promise<void> {
  if (isAsked) return
  isAsked = true
  try {
    const [{ checkQuote: check }, { checkCross }] = await Promise.all([import('./check-quote.ts'), import('../ticket/check-cross.ts')])
    useRulesStore.setState({ rules: { state: 'HERE', check, checkCross } })
  } catch {
    // The next ticket asks again.
    isAsked = false
    useRulesStore.setState({ rules: { state: 'FAILED' } })
  }
}

/** Fetched with the first ticket of a market. */
export function useRules(): Rules {
  useEffect(() => void fetchRules(), [])
  return useRulesStore(({ rules }) => rules)
}
