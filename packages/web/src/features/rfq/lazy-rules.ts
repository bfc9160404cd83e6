/**
 * The rules of a whole market are a tenth of the application and are needed only for a price in a ticket, so they are loaded after the first
 * screen.
 */
import { useEffect } from 'react'
import { create } from 'zustand'

export type LazyRules<Check> =
  | { readonly state: 'COMING' }
  | { readonly state: 'HERE'; readonly check: Check }
  | { readonly state: 'FAILED' }

/** A hook that loads a check with the first ticket that needs it. */
export function lazyRules<Check>(load: () => Promise<Check>): () => LazyRules<Check> {
  type Fetched = { readonly rules: LazyRules<Check>; readonly isAsked: boolean }
  const useRulesStore = create<Fetched>(() => ({ rules: { state: 'COMING' }, isAsked: false }))
  const fetchRules = async (): Promise<void> => {
    if (useRulesStore.getState().isAsked) return
    useRulesStore.setState({ isAsked: true })
    try {
      useRulesStore.setState({ rules: { state: 'HERE', check: await load() } })
    } catch {
      // The next ticket tries again.
      useRulesStore.setState({ rules: { state: 'FAILED' }, isAsked: false })
    }
  }
  return () => {
    useEffect(() => void fetchRules(), [])
    return useRulesStore(({ rules }) => rules)
  }
}
