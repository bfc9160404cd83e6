/** The option chain of one expiry in rows by strike: call left, put right. */
import type { MarkView } from '@parley/contracts'
import { expiriesOf, formatExpiry, priceToNumber, strikesOf, type Instant, type Instrument } from '@parley/core'

export type Marks = ReadonlyMap<number, MarkView>
export type Instruments = ReadonlyMap<number, Instrument>

export type ChainRow = { readonly strike: number; readonly call: Instrument | undefined; readonly put: Instrument | undefined }

export type Expiry = {
  readonly at: number
  readonly text: string
  readonly days: number
  /** At-the-money vol in percent. Undefined without marks. */
  readonly vol: number | undefined
  readonly forward: number | undefined
}

const DAY_MS = 86_400_000

const options = (instruments: Instruments): Instrument[] => [...instruments.values()].filter((one) => one.kind === 'OPTION')

export function expiriesOfChain(instruments: Instruments, marks: Marks, now: number): readonly Expiry[] {
  const all = options(instruments)
  return expiriesOf(all.map((instrument) => ({ instrument, side: 'BUY', ratio: 0 as never }))).map((at) => {
    const rows = chainRows(instruments, at)
    const forward = forwardOf(rows, marks)
    const near = atTheMoney(rows, forward)
    const iv = near === undefined ? undefined : marks.get((near.call ?? near.put)!.id)?.mark_iv
    return {
      at,
      text: formatExpiry(at as Instant).toUpperCase(),
      days: Math.max(0, (at - now) / DAY_MS),
      vol: iv == null ? undefined : Number(iv),
      forward,
    }
  })
}

export function chainRows(instruments: Instruments, expiry: number): readonly ChainRow[] {
  const here = options(instruments).filter((one) => one.expiresAt === expiry)
  const strikes = strikesOf(here.map((instrument) => ({ instrument, side: 'BUY', ratio: 0 as never })))
  const byKey = new Map(here.map((one) => [`${one.strike}${one.optionKind}`, one]))
  return strikes.map((strike) => ({
    strike: priceToNumber(strike),
    call: byKey.get(`${strike}CALL`),
    put: byKey.get(`${strike}PUT`),
  }))
}

export function forwardOf(rows: readonly ChainRow[], marks: Marks): number | undefined {
  for (const row of rows) {
    const mark = marks.get((row.call ?? row.put)!.id)
    if (mark !== undefined) return Number(mark.underlying_price)
  }
  return undefined
}

/** The row whose strike is nearest to the forward. */
export function atTheMoney(rows: readonly ChainRow[], forward: number | undefined): ChainRow | undefined {
  if (forward === undefined) return rows[Math.floor(rows.length / 2)]
  return rows.reduce<ChainRow | undefined>(
    (best, row) => (best === undefined || Math.abs(row.strike - forward) < Math.abs(best.strike - forward) ? row : best),
    undefined,
  )
}
