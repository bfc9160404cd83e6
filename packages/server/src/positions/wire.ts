/** Positions in the format of the API. */
import type { AccountReadingView, PositionFactsView, PositionsChangeView, PositionView } from '@parley/contracts'
import {
  formatPrice,
  formatQuantity,
  parseInstrumentName,
  positionFigures,
  products,
  type Instrument,
  type InstrumentName,
} from '@parley/core'
import type { VenuePosition } from '@parley/venues'
import type { MarketData } from '../market-data/market-data.ts'
import { fixed, orNull, percent, trimmed } from '../market-data/wire.ts'
import type { AccountState, DeskAccount } from './account-reader.ts'
import { stateOf } from './reading.ts'

type ContractData = Pick<MarketData, 'instrumentNamed' | 'mark'>

/** One position, and its contract in the catalogue. */
type Held = { readonly account: DeskAccount; readonly position: VenuePosition; readonly instrument: Instrument | undefined }

const DECIMALS = 8
const CENTS = 2
const coins: ReadonlySet<string> = new Set(products.map(({ currency }) => currency))

export function presentPositions({ account, reading }: AccountState, known: ContractData, now: number): readonly PositionView[] {
  const { held } = reading
  if (held === undefined) return []
  const state = stateOf(reading, now) === 'FRESH' ? ('FRESH' as const) : ('STALE' as const)
  return heldIn({ account, reading }, known).map((one) => ({
    ...factsOf(one),
    ...figuresOf(one, known, now),
    read_at: held.readAt,
    state,
  }))
}

export const presentReading = ({ account, reading }: AccountState, now: number): AccountReadingView => ({
  venue: account.venue,
  account_name: account.name,
  positions: reading.held?.positions.length ?? 0,
  read_at: reading.held?.readAt ?? null,
  state: stateOf(reading, now),
  failure: reading.failure ?? null,
  balances: (reading.held?.balances ?? []).map(({ currency, equity, available }) => ({
    currency,
    equity: balanceText(equity),
    available: balanceText(available),
  })),
})

/** At most eight decimals. A balance may be far larger than any price. */
const balanceText = (value: number): string => value.toFixed(8).replace(/\.?0+$/, '')

/** All accounts, and the positions of the accounts whose ids are given. */
export const presentChange = (
  states: readonly AccountState[],
  changed: ReadonlySet<string>,
  known: ContractData,
  now: number,
): PositionsChangeView => ({
  accounts: states.map((one) => presentReading(one, now)),
  changed: states
    .filter(({ account }) => changed.has(account.id))
    .map((one) => ({ venue: one.account.venue, account_name: one.account.name, positions: heldIn(one, known).map(factsOf) })),
})

const heldIn = ({ account, reading }: AccountState, known: ContractData): readonly Held[] =>
  (reading.held?.positions ?? [])
    .map((position) => ({ account, position, instrument: known.instrumentNamed(account.venue, position.instrumentName) }))
    .toSorted((a, b) => (a.position.instrumentName < b.position.instrumentName ? -1 : 1))

function factsOf({ account, position, instrument }: Held): PositionFactsView {
  return {
    venue: account.venue,
    account_name: account.name,
    instrument_name: position.instrumentName,
    ...(instrument === undefined ? factsOfName(position.instrumentName) : factsOfInstrument(instrument)),
    quantity: formatQuantity(position.quantity),
    average_price: formatPrice(position.averagePrice),
    venue_mark_price: trimmed(position.markPrice),
  }
}

type Contract = Omit<PositionFactsView, 'venue' | 'account_name' | 'instrument_name' | 'quantity' | 'average_price' | 'venue_mark_price'>

const factsOfInstrument = (instrument: Instrument): Contract => ({
  instrument_id: instrument.id,
  product_code: instrument.productCode,
  kind: instrument.kind,
  margin_kind: instrument.marginKind,
  base_currency: instrument.baseCurrency,
  expires_at: instrument.expiresAt ?? null,
  strike: orNull(instrument.strike, formatPrice),
  option_kind: instrument.optionKind ?? null,
  currency: instrument.marginKind === 'INVERSE' ? instrument.baseCurrency : instrument.quoteCurrency,
})

/** The names of Bybit's options and linear contracts end with their settlement currency. */
const SETTLED_IN = /-(USDT|USDC|USD)$/
const PAIR = /^([A-Z0-9]+?)(?:USDT|USDC|USD|PERP)?$/

/** An account may hold contracts that we do not list. For most of them, the name contains some of the details. */
function factsOfName(name: string): Contract {
  const parsed: InstrumentName | undefined = parseInstrumentName(name) ?? parseInstrumentName(name.replace(SETTLED_IN, ''))
  const coin = PAIR.exec(name.split(/[-_]/)[0]!)?.[1]
  return {
    instrument_id: null,
    product_code: null,
    kind: parsed === undefined ? null : parsed.option === undefined ? 'FUTURE' : 'OPTION',
    margin_kind: null,
    base_currency: coin !== undefined && coins.has(coin) ? coin : null,
    expires_at: parsed?.expiresAt ?? null,
    strike: orNull(parsed?.option?.strike, formatPrice),
    option_kind: parsed?.option?.kind ?? null,
    currency: null,
  }
}

type Figures = Omit<PositionView, keyof PositionFactsView | 'read_at' | 'state'>

function figuresOf({ position, instrument }: Held, known: ContractData, now: number): Figures {
  const mark = instrument === undefined ? undefined : known.mark(instrument.id)
  const { quantity, averagePrice } = position
  const figures = instrument && mark && positionFigures({ terms: instrument, quantity, averagePrice }, mark, now)
  const text = (value: number | undefined, decimals = DECIMALS) => orNull(value, (one) => fixed(one, decimals))
  return {
    mark_price: trimmed(mark?.markPrice),
    mark_iv: percent(mark?.markIv),
    pnl: text(figures?.pnl),
    pnl_usd: text(figures?.pnlUsd, CENTS),
    delta: text(figures?.delta),
    gamma: text(figures?.gamma),
    vega: text(figures?.vega),
    theta: text(figures?.theta),
  }
}
