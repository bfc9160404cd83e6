/** Parses the holdings of an account. Pure; a row that cannot be parsed is undefined. */
import type { Quantity } from '@parley/core'
import { asList, asObject, type WireObject } from '../adapter/wire-object.ts'
import type { AccountTransfer, FundingPayment, MarginSetting, MarginSummary, PerpetualPosition } from '../port/perpetuals-port.ts'
import type { VenueBalance, VenuePosition } from '../port/venue-port.ts'
import { figureFromWire, nearestPrice, positiveFromWire, quantityFromWire } from '../adapter/decimal-texts.ts'
import { textOf, timeFromWire } from './numbers.ts'

/** Sizes have been signed in some versions of the API and unsigned in others; the side is reliable in both. */
export function positionFromWire(value: unknown): PerpetualPosition | undefined {
  const row = asObject(value)
  const [market, size, side] = [textOf(row?.['market']), quantityFromWire(row?.['size']), row?.['side']]
  const averagePrice = nearestPrice(row?.['average_entry_price'])
  if (row === undefined || market === undefined || size === undefined || (side !== 'LONG' && side !== 'SHORT')) return undefined
  const isClosed = row['status'] === 'CLOSED' || size === 0
  if (averagePrice === undefined && !isClosed) return undefined
  return {
    market,
    quantity: (isClosed ? 0 : side === 'SHORT' ? -Math.abs(size) : Math.abs(size)) as Quantity,
    averagePrice: averagePrice ?? nearestPrice('0')!,
    unrealizedProfit: figureFromWire(row['unrealized_pnl']) ?? 0,
    unrealizedFunding: figureFromWire(row['unrealized_funding_pnl']) ?? 0,
    leverage: positiveFromWire(row['leverage']),
    liquidationPrice: positiveFromWire(row['liquidation_price']),
    changedAt: timeFromWire(row['last_updated_at']),
  }
}

export const venuePosition = (one: PerpetualPosition): VenuePosition => ({
  ...{ instrumentName: one.market, quantity: one.quantity, averagePrice: one.averagePrice },
  ...(one.liquidationPrice === undefined ? {} : { liquidationPrice: one.liquidationPrice }),
})

type TokenBalance = { readonly token: string; readonly size: number }

export function tokenBalanceFromWire(value: unknown): TokenBalance | undefined {
  const row = asObject(value)
  const [token, size] = [textOf(row?.['token']), figureFromWire(row?.['size'])]
  return token === undefined || size === undefined ? undefined : { token, size }
}

export function marginFromWire(value: unknown): (MarginSummary & { readonly settlementAsset: string }) | undefined {
  const row = asObject(value)
  const figures = ['account_value', 'free_collateral', 'initial_margin_requirement', 'maintenance_margin_requirement'] as const
  const [accountValue, freeCollateral, initialMargin, maintenanceMargin] = figures.map((name) => figureFromWire(row?.[name]))
  const [state, settlementAsset, at] = [textOf(row?.['status']), textOf(row?.['settlement_asset']), timeFromWire(row?.['updated_at'])]
  if (accountValue === undefined || freeCollateral === undefined || initialMargin === undefined) return undefined
  if (maintenanceMargin === undefined || state === undefined || at === undefined || settlementAsset === undefined) return undefined
  return { accountValue, freeCollateral, initialMargin, maintenanceMargin, state, at, settlementAsset }
}

/** The settlement currency has the value of the whole account; other tokens have their own. */
export function balancesOf(
  tokens: readonly TokenBalance[],
  {
    accountValue,
    freeCollateral,
    settlementAsset,
  }: Pick<NonNullable<ReturnType<typeof marginFromWire>>, 'accountValue' | 'freeCollateral' | 'settlementAsset'>,
): readonly VenueBalance[] {
  const others = tokens.filter(({ token, size }) => token !== settlementAsset && size !== 0)
  return [
    { currency: settlementAsset, equity: accountValue, available: freeCollateral },
    ...others.map(({ token, size }) => ({ currency: token, equity: size, available: size })),
  ]
}

export function paymentFromWire(value: unknown): FundingPayment | undefined {
  const row = asObject(value)
  const [id, market] = [textOf(row?.['id']), textOf(row?.['market'])]
  const [amount, at] = [figureFromWire(row?.['payment']), timeFromWire(row?.['created_at'])]
  return id === undefined || market === undefined || amount === undefined || at === undefined ? undefined : { id, market, amount, at }
}

const DIRECTIONS: readonly AccountTransfer['direction'][] = ['IN', 'OUT']
const STATES: readonly AccountTransfer['state'][] = ['PENDING', 'AVAILABLE', 'COMPLETED', 'FAILED']

export function transferFromWire(value: unknown): AccountTransfer | undefined {
  const row = asObject(value)
  const [id, kind, currency] = ['id', 'kind', 'token'].map((name) => textOf(row?.[name]))
  const direction = DIRECTIONS.find((one) => one === row?.['direction'])
  const state = STATES.find((one) => one === row?.['status'])
  const [amount, at] = [figureFromWire(row?.['amount']), timeFromWire(row?.['created_at'])]
  if (id === undefined || kind === undefined || currency === undefined || direction === undefined) return undefined
  if (state === undefined || amount === undefined || at === undefined) return undefined
  return {
    ...{ id, kind, direction, state, amount, currency, at },
    chain: textOf(row?.['external_chain']) || undefined,
    reason: textOf(row?.['failure_reason']) || undefined,
    changedAt: timeFromWire(row?.['last_updated_at']) ?? at,
  }
}

/** The response for one market, or the entry of that market in a list. */
export function marginSettingFromWire(value: unknown, market: string): MarginSetting | undefined {
  const body = asObject(value)
  const entries: readonly (WireObject | undefined)[] = Array.isArray(body?.['configs']) ? asList(body['configs']).map(asObject) : [body]
  const entry = entries.find((one) => one?.['market'] === market)
  const [mode, leverage] = [entry?.['margin_type'], positiveFromWire(entry?.['leverage'])]
  return (mode !== 'CROSS' && mode !== 'ISOLATED') || leverage === undefined ? undefined : { market, mode, leverage }
}
