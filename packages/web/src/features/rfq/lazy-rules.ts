/** The rules of a whole market are a tenth of the application and are asked when a price stands in a ticket: they come after the first screen. */
import { useEffect } from 'react'
import { create } from 'zustand'

export type LazyRules<Check> =
  | { readonly state: 'COMING' }
  | { readonly state: 'HERE'; readonly check: Check }
  | { readonly state: 'FAILED' }

/** A hook that fetches a check with the first ticket that needs it. */
export function lazyRules<Check>(load: () => Promise<Check>): () => LazyRules<Check> {
  const useRulesStore = create<{ readonly rules: LazyRules<Check> }>(() => ({ rules: { state: 'COMING' } }))
  let isAsked = false
  const fetchRules = async (): Promise<void> => {
    if (isAsked) return
    isAsked = true
    try {
      useRulesStore.setState({ rules: { state: 'HERE', check: await load() } })
    } catch {
      // The next ticket asks again.
      isAsked = false
      useRulesStore.setState({ rules: { state: 'FAILED' } })
    }
  }
  return () => {
    useEffect(() => void fetchRules(), [])
    return useRulesStore(({ rules }) => rules)
  }
}
