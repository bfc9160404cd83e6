/** The positions of an account in every listed contract family, and its balances. */
import type { Quantity } from '@parley/core'
import { asObject } from '../adapter/wire-object.ts'
import type { VenueAnswer, VenueCredentials } from '../port/venue-answers.ts'
import type { AccountHoldings, VenuePosition } from '../port/venue-port.ts'
import { readAccounts } from './account-check.ts'
import { balancesFromWire, isMode, modeFromWire } from './account-wire.ts'
import type { Accounts } from './accounts.ts'
import { failureFromWire, unknown } from './answers.ts'
import type { VenueClock } from './clock.ts'
import type { Families } from './families.ts'
import { figureFromWire, nearestPrice, quantityFromWire } from '../adapter/decimal-texts.ts'

export type HoldingsNeeds = { readonly accounts: Accounts; readonly clock: VenueClock; readonly families: Families }

const UNREADABLE = unknown('the venue sent positions or balances in an unknown format')

export async function readHoldings(needs: HoldingsNeeds, party: VenueCredentials): Promise<VenueAnswer<AccountHoldings>> {
  const { accounts, clock, families } = needs
  const at = await clock.read()
  if (typeof at !== 'number') return failureFromWire(at)
  const positions: VenuePosition[] = []
  for (const { prefix, currency } of families.all) {
    const answer = await accounts.call(party, { method: 'GET', path: `${prefix}/positions`, params: { currency }, urgency: 'READ' })
    if (answer.kind !== 'RESULT') return failureFromWire(answer)
    const read = answer.hasMore ? undefined : positionsFromWire(answer.data)
    if (read === undefined) return UNREADABLE
    positions.push(...read)
  }
  const mode = await accounts.call(party, { method: 'GET', path: '/um/v1/account_mode', params: {}, urgency: 'READ' })
  if (mode.kind !== 'RESULT') return failureFromWire(mode)
  const named = modeFromWire(mode.data)
  if (!isMode(named)) return unknown('the mode of the account is being changed at the venue')
  const rows = await readAccounts(accounts, party, named)
  if ('outcome' in rows) return rows
  const balances = balancesFromWire(rows)
  return balances === undefined ? UNREADABLE : { outcome: 'DONE', value: { at, positions, balances } }
}

/** Closed positions are left out. If one position cannot be parsed, the result is undefined. Pure. */
export function positionsFromWire(data: unknown): readonly VenuePosition[] | undefined {
  if (!Array.isArray(data)) return undefined
  const read = data.map(positionFromWire)
  const known = read.filter((position) => position !== undefined)
  return known.length === read.length ? known.filter(({ quantity }) => quantity !== 0) : undefined
}

/** The venue's quantity has the sign of the position. */
function positionFromWire(value: unknown): VenuePosition | undefined {
  const row = asObject(value)
  const [name, quantity, averagePrice] = [row?.['instrument_id'], quantityFromWire(row?.['qty']), nearestPrice(row?.['avg_price'])]
  if (row === undefined || typeof name !== 'string' || name === '' || quantity === undefined || averagePrice === undefined) return undefined
  const [markPrice, initialMargin] = [figureFromWire(row['mark_price']), figureFromWire(row['initial_margin'])]
  const liquidationPrice = figureFromWire(row['liq_price'])
  return {
    instrumentName: name,
    quantity: quantity as Quantity,
    averagePrice,
    ...(markPrice === undefined ? {} : { markPrice }),
    ...(initialMargin === undefined ? {} : { initialMargin }),
    ...(liquidationPrice === undefined || liquidationPrice <= 0 ? {} : { liquidationPrice }),
  }
}
