/** Parses Bybit's positions and balances. Pure; if one row cannot be parsed, the result is undefined. */
import type { Quantity } from '@parley/core'
import { asList, asObject } from '../adapter/wire-object.ts'
import type { VenueBalance, VenuePosition } from '../port/venue-port.ts'
import { figureFromWire, nearestPrice, positiveFromWire, quantityFromWire } from '../adapter/decimal-texts.ts'
import { textOf } from './wire.ts'

/** An account in hedge mode has two rows for a contract. Its position is their sum, at the average price of the larger one. */
export function positionsFromWire(rows: readonly unknown[]): readonly VenuePosition[] | undefined {
  const bySymbol = new Map<string, VenuePosition>()
  for (const row of rows) {
    const position = positionFromWire(row)
    if (position === undefined) return undefined
    const other = bySymbol.get(position.instrumentName)
    bySymbol.set(position.instrumentName, other === undefined ? position : netOf(position, other))
  }
  return [...bySymbol.values()].filter(({ quantity }) => quantity !== 0)
}

function netOf(one: VenuePosition, other: VenuePosition): VenuePosition {
  const larger = Math.abs(one.quantity) > Math.abs(other.quantity) ? one : other
  return { ...larger, quantity: (one.quantity + other.quantity) as Quantity }
}

function positionFromWire(value: unknown): VenuePosition | undefined {
  const row = asObject(value)
  const [name, size, side] = [textOf(row?.['symbol']), quantityFromWire(row?.['size']), row?.['side']]
  const averagePrice = nearestPrice(row?.['avgPrice'])
  if (row === undefined || name === undefined || size === undefined || averagePrice === undefined) return undefined
  if (size !== 0 && side !== 'Buy' && side !== 'Sell') return undefined
  const [markPrice, initialMargin] = [positiveFromWire(row['markPrice']), figureFromWire(row['positionIM'])]
  const liquidationPrice = positiveFromWire(row['liqPrice'])
  return {
    instrumentName: name,
    quantity: (side === 'Sell' ? 0 - size : size) as Quantity,
    averagePrice,
    ...(markPrice === undefined ? {} : { markPrice }),
    ...(initialMargin === undefined ? {} : { initialMargin }),
    ...(liquidationPrice === undefined ? {} : { liquidationPrice }),
  }
}

/** The balances of the unified account by coin; coins with a zero balance are left out. */
export function balancesFromWire(result: unknown): readonly VenueBalance[] | undefined {
  const list = asObject(result)?.['list']
  if (!Array.isArray(list)) return undefined
  const read = list.flatMap((account) => asList(asObject(account)?.['coin'])).map(balanceFromWire)
  const known = read.filter((balance) => balance !== undefined)
  return known.length === read.length ? known.filter(({ equity, available }) => equity !== 0 || available !== 0) : undefined
}

function balanceFromWire(value: unknown): VenueBalance | undefined {
  const coin = asObject(value)
  const [currency, equity] = [textOf(coin?.['coin']), figureFromWire(coin?.['equity'])]
  if (coin === undefined || currency === undefined || equity === undefined) return undefined
  // The venue no longer fills in `availableToWithdraw` for unified accounts. In that case, the available amount is the balance minus what is in use.
  const bound = ['totalPositionIM', 'totalOrderIM', 'locked'].reduce((sum, name) => sum + (figureFromWire(coin[name]) ?? 0), 0)
  return { currency, equity, available: figureFromWire(coin['availableToWithdraw']) ?? Math.max(0, equity - bound) }
}
