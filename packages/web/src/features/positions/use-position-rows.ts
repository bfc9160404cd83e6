/** The desk's positions with their figures while the venues report them, otherwise the reason why not. */
import { useMemo } from 'react'
import { useMarkets, useMarks, useNow } from '../../live/use-live.ts'
import { useHoldings } from '../../live/holdings.ts'
import { type HeldRow, type Marks, rowOfFacts } from './position-row.ts'

export type Held =
  | { readonly state: 'LOADING' }
  | { readonly state: 'VENUE'; readonly rows: readonly HeldRow[] }
  /** No account of the desk can be read. */
  | { readonly state: 'UNREADABLE'; readonly why: string }

/** The time to expiry changes gamma. Once a minute is enough. */
const GAMMA_MS = 60_000

export function useMarksOfNow(): Marks {
  const marks = useMarks()
  const markets = useMarkets()
  const now = useNow(GAMMA_MS)
  return useMemo(
    () => ({
      marks,
      now,
      indexOf: (market) => {
        const text = markets.get(market)?.index_price
        return text === undefined ? undefined : Number(text)
      },
    }),
    [marks, markets, now],
  )
}

export function usePositionRows(): Held {
  const { accounts, positions, refused } = useHoldings()
  const at = useMarksOfNow()
  return useMemo((): Held => {
    if (refused !== undefined) return { state: 'UNREADABLE', why: refused }
    if (accounts === undefined) return { state: 'LOADING' }
    if (accounts.length === 0) return { state: 'UNREADABLE', why: 'Your desk has no venue account yet.' }
    const read = accounts.filter(({ state }) => state !== 'UNREAD')
    if (read.length === 0) {
      const why = accounts.find(({ failure }) => failure !== null)?.failure?.message
      return why === undefined ? { state: 'LOADING' } : { state: 'UNREADABLE', why }
    }
    const rows = read.flatMap(({ venue, account_name, read_at }) =>
      (positions.get(`${venue} ${account_name}`) ?? []).map((facts) => rowOfFacts(facts, read_at, at)),
    )
    return { state: 'VENUE', rows }
  }, [accounts, positions, refused, at])
}
