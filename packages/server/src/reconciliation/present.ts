/** Comparisons and differences as a desk reads them. */
import {
  feeText,
  feesOf,
  formatPrice,
  formatQuantity,
  kindOf,
  nameOfStructure,
  opposite,
  quantityText,
  type ChargedLeg,
  type ComparedLeg,
  type OwnLeg,
  type Price,
  type Rfq,
  type Side,
  type Trade,
} from '@parley/core'
import type { ComparedAccountView, DifferenceDetailView, DifferenceView, ReconciliationDayView } from '@parley/contracts'
import type { TradingAccountRow } from '../accounts/rows.ts'
import { venueTradeIdOf, type FoundBlock, type Run, type StoredDifference } from './store.ts'

export type DifferenceFacts = {
  readonly account: TradingAccountRow
  /** Our trade; undefined if only the venue has the block. */
  readonly traded: { readonly rfq: Rfq; readonly trade: Trade } | undefined
  readonly closedByName: string | undefined
}

const figuresOf = (run: Run) => ({
  ...{ ours: run.ours, theirs: run.theirs, matched: run.matched },
  ...{ missing_there: run.missingThere, missing_here: run.missingHere, differs: run.differs },
})
const summed = ['ours', 'theirs', 'matched', 'missing_there', 'missing_here', 'differs'] as const

export function presentDay(day: string, runs: readonly Run[], open: number): ReconciliationDayView {
  const figures = runs.map(figuresOf)
  const sums = Object.fromEntries(summed.map((name) => [name, figures.reduce((sum, each) => sum + each[name], 0)]))
  return {
    ...{ day, accounts: runs.length, compared: runs.filter(({ comparedAt }) => comparedAt !== null).length, open },
    ...(sums as Record<(typeof summed)[number], number>),
  }
}

export const presentAccount = (run: Run, account: TradingAccountRow, open: number): ComparedAccountView => ({
  account_id: account.id,
  account_name: account.name,
  venue: account.venue,
  ...{ state: run.state, compared_at: run.comparedAt, failure: run.failure },
  ...figuresOf(run),
  open,
})

export function presentDifference(stored: StoredDifference, facts: DifferenceFacts): DifferenceView {
  const { compared } = stored
  const kind = kindOf(compared)
  return {
    ...{ id: stored.id, day: stored.day, account_id: stored.accountId, account_name: facts.account.name, venue: facts.account.venue },
    kind,
    also: compared.outcome === 'DIFFERS' ? compared.differsIn.filter((part) => part !== kind) : [],
    state: stored.state,
    ...whatOf(compared, facts),
    venue_trade_id: venueTradeIdOf(compared),
    trade_id: stored.tradeId,
    ...figuresThatDiffer(compared),
    found_at: stored.foundAt,
    ...{ closed_at: stored.closedAt, closed_by: facts.closedByName ?? null, reason: stored.reason },
  }
}

function whatOf(compared: FoundBlock, { traded }: DifferenceFacts): Pick<DifferenceView, 'description' | 'side' | 'quantity'> {
  if (traded !== undefined && compared.outcome !== 'MISSING_HERE') {
    const { trade, rfq } = traded
    const side: Side = compared.ours.role === 'TAKER' ? trade.takerSide : opposite(trade.takerSide)
    return { description: nameOfStructure(rfq.structure).name, side, quantity: formatQuantity(trade.quantity) }
  }
  const [first, ...more] = compared.legs
  const quantity = (first?.theirs ?? first?.ours)?.quantity
  const name = first?.instrumentName ?? ''
  return {
    description: more.length === 0 ? name : `${name} and ${more.length} more`,
    side: more.length === 0 ? ((first?.theirs ?? first?.ours)?.side ?? null) : null,
    quantity: quantity === undefined ? '0' : formatQuantity(quantity),
  }
}

/** The two values that a list shows for a difference: the desk's and the venue's. */
function figuresThatDiffer(compared: FoundBlock): { readonly ours: string | null; readonly theirs: string | null } {
  const kind = kindOf(compared)
  const leg = compared.legs.find(({ differsIn }) => (differsIn as readonly string[]).includes(kind)) ?? compared.legs[0]
  const size = (side: OwnLeg | ChargedLeg | undefined) => (side === undefined ? null : quantityText(formatQuantity(side.quantity)))
  switch (kind) {
    case 'MISSING_THERE':
      return { ours: size(leg?.ours), theirs: null }
    case 'MISSING_HERE':
      return { ours: null, theirs: size(leg?.theirs) }
    case 'LEGS':
      return { ours: `${legsOn(compared.legs, 'ours')} legs`, theirs: `${legsOn(compared.legs, 'theirs')} legs` }
    case 'SIDE':
      return {
        ours: leg?.ours === undefined ? null : sideText(leg.ours.side),
        theirs: leg?.theirs === undefined ? null : sideText(leg.theirs.side),
      }
    case 'SIZE':
      return { ours: size(leg?.ours), theirs: size(leg?.theirs) }
    case 'PRICE':
      return { ours: priceOrNull(leg?.ours?.price), theirs: priceOrNull(leg?.theirs?.price) }
    case 'FEE': {
      const fee = feesOf(compared.legs).find(({ expected, charged }) => expected !== charged)
      const text = (amount: Price | undefined) => (amount === undefined ? null : `${formatPrice(amount)} ${fee!.currency}`)
      return { ours: text(fee?.expected), theirs: text(fee?.charged) }
    }
    case 'TIME':
      return compared.outcome === 'DIFFERS'
        ? { ours: clock(compared.ours.settledAt), theirs: clock(compared.theirs.at) }
        : { ours: null, theirs: null }
  }
}

const legsOn = (legs: readonly ComparedLeg[], side: 'ours' | 'theirs'): number => legs.filter((leg) => leg[side] !== undefined).length
const sideText = (side: Side): string => (side === 'BUY' ? 'Buy' : 'Sell')
const clock = (at: number): string => new Date(at).toISOString().slice(11, 19)
const priceOrNull = (value: Price | undefined): string | null => (value === undefined ? null : formatPrice(value))

export function presentDetail(stored: StoredDifference, facts: DifferenceFacts): DifferenceDetailView {
  const { compared } = stored
  const ours = compared.outcome === 'MISSING_HERE' ? undefined : compared.ours
  const theirs = compared.outcome === 'MISSING_THERE' ? undefined : compared.theirs
  return {
    ...presentDifference(stored, facts),
    rfq_id: facts.traded?.rfq.id ?? null,
    venue_name: theirs?.name ?? null,
    settled_at: ours?.settledAt ?? null,
    executed_at: theirs?.at ?? null,
    index_price: priceOrNull(ours?.indexPrice),
    fee_schedule: scheduleOf(compared),
    legs: compared.legs.map((leg) => ({
      instrument_name: leg.instrumentName,
      ours: leg.ours === undefined ? null : oursOf(leg.ours, leg.expectedFee),
      theirs: leg.theirs === undefined ? null : theirsOf(leg.theirs),
      differs_in: [...leg.differsIn],
    })),
    fees: feesOf(compared.legs).map(({ currency, expected, charged }) => ({
      currency,
      ours: priceOrNull(expected),
      theirs: priceOrNull(charged),
      theirs_less_ours: expected === undefined || charged === undefined ? null : formatPrice((charged - expected) as Price),
    })),
  }
}

/** One schedule, if all legs have the same. */
function scheduleOf(compared: FoundBlock): string | null {
  if (compared.outcome === 'MISSING_HERE') return null
  const texts = new Set(compared.ours.legs.map(({ instrument }) => feeText(instrument, compared.ours.role)))
  return [...texts].join('; ')
}

const oursOf = ({ side, quantity, price, instrument }: OwnLeg, fee: Price | undefined) => ({
  ...{ side, quantity: formatQuantity(quantity), price: formatPrice(price) },
  ...{ fee: priceOrNull(fee), fee_currency: instrument.clearingCurrency },
})

const theirsOf = ({ side, quantity, price, fee, feeCurrency }: ChargedLeg) => ({
  ...{ side, quantity: formatQuantity(quantity), price: formatPrice(price) },
  ...{ fee: formatPrice(fee), fee_currency: feeCurrency },
})
