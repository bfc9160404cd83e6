/** The books of each account: cash, positions and funding, computed only from its fills. */
import type { Price, Quantity, Side } from '@parley/core'
import { formatMoney, moneyOf, notional, roundMoney } from './money.ts'

export type FillKind = 'FILL' | 'LIQUIDATION' | 'BLOCK_TRADE' | 'SETTLE_MARKET'

export type FillTerms = {
  readonly id: string
  readonly account: string
  readonly orderId: string
  readonly clientId: string
  readonly market: string
  readonly side: Side
  readonly price: Price
  readonly size: Quantity
  readonly liquidity: 'MAKER' | 'TAKER'
  readonly kind: FillKind
  readonly fee: bigint
  readonly remaining: Quantity
  readonly at: number
}
export type Fill = FillTerms & { readonly realized: bigint; readonly funding: bigint }

export type Position = {
  readonly market: string
  /** In units of 1e-6; negative for a short position. */
  quantity: bigint
  /** The cost of the position, in units of money; negative for a short position. */
  cost: bigint
  fundingIndex: bigint
  realized: bigint
  fundingRealized: bigint
  lastFillId: string
  changedAt: number
}

export type Payment = {
  readonly id: string
  readonly market: string
  readonly amount: bigint
  readonly index: bigint
  readonly fillId: string
  readonly at: number
}

/** An account after a change, and the change. */
export type LedgerChange = {
  readonly address: string
  readonly cash: bigint
  readonly position: Position
  readonly fill?: Fill
  readonly payment?: Payment
}

type Account = { cash: bigint; readonly positions: Map<string, Position>; readonly fills: Fill[]; readonly payments: Payment[] }

export interface Ledger {
  take(fill: FillTerms): Fill
  cash(address: string): bigint
  /** Includes closed positions. */
  positions(address: string): readonly Position[]
  position(address: string, market: string): Position | undefined
  fills(address: string): readonly Fill[]
  payments(address: string): readonly Payment[]
  /** Accrued and not yet booked; negative if the account pays. */
  accruedFunding(position: Position): bigint
  /** Books the accrued funding of every position, and returns what was booked. */
  bookFunding(address: string, at: number): readonly Payment[]
  /** Replays a change of an earlier run. */
  restore(change: LedgerChange): void
}

/** `balanceOf` is in USDC; `indexOf` is the funding index of a market. */
export function createLedger(
  balanceOf: (address: string) => number,
  indexOf: (market: string) => bigint,
  onChange: (change: LedgerChange) => void = () => undefined,
): Ledger {
  const accounts = new Map<string, Account>()
  const accountOf = (address: string): Account => {
    const known = accounts.get(address) ?? { cash: moneyOf(balanceOf(address)), positions: new Map(), fills: [], payments: [] }
    accounts.set(address, known)
    return known
  }
  let lastPayment = 0
  const accruedFunding = ({ quantity, market, fundingIndex }: Position): bigint => -quantity * (indexOf(market) - fundingIndex)

  const settle = (account: Account, position: Position, fillId: string, at: number): Payment | undefined => {
    const amount = roundMoney(accruedFunding(position))
    const index = indexOf(position.market)
    position.fundingIndex = index
    if (amount === 0n) return undefined
    account.cash += amount
    position.fundingRealized += amount
    const payment = { id: String((lastPayment += 1)), market: position.market, amount, index, fillId, at }
    account.payments.push(payment)
    return payment
  }

  return {
    take: (terms) => {
      const account = accountOf(terms.account)
      const position = account.positions.get(terms.market) ?? newPosition(terms.market, indexOf(terms.market))
      account.positions.set(terms.market, position)
      const payment = settle(account, position, terms.id, terms.at)
      const funding = payment?.amount ?? 0n
      const realized = added(position, terms)
      account.cash += realized - terms.fee
      Object.assign(position, { realized: position.realized + realized, lastFillId: terms.id, changedAt: terms.at })
      const fill = { ...terms, realized, funding }
      account.fills.push(fill)
      onChange({ address: terms.account, cash: account.cash, position, fill, ...(payment === undefined ? {} : { payment }) })
      return fill
    },
    cash: (address) => accountOf(address).cash,
    positions: (address) => [...accountOf(address).positions.values()],
    position: (address, market) => accountOf(address).positions.get(market),
    fills: (address) => accountOf(address).fills,
    payments: (address) => accountOf(address).payments,
    accruedFunding,
    bookFunding: (address, at) => {
      const account = accountOf(address)
      return [...account.positions.values()].flatMap((position) => {
        const payment = settle(account, position, '', at)
        if (payment === undefined) return []
        onChange({ address, cash: account.cash, position, payment })
        return [payment]
      })
    },
    restore: ({ address, cash, position, fill, payment }) => {
      const account = accountOf(address)
      account.cash = cash
      account.positions.set(position.market, position)
      if (fill !== undefined) account.fills.push(fill)
      if (payment === undefined) return
      account.payments.push(payment)
      lastPayment = Math.max(lastPayment, Number(payment.id))
    },
  }
}

const newPosition = (market: string, fundingIndex: bigint): Position => ({
  ...{ market, quantity: 0n, cost: 0n, fundingIndex, realized: 0n, fundingRealized: 0n, lastFillId: '', changedAt: 0 },
})

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value)

/** Applies a fill to a position, and returns the realised profit. */
function added(position: Position, { side, price, size }: FillTerms): bigint {
  const signed = side === 'BUY' ? BigInt(size) : -BigInt(size)
  const before = position.quantity
  position.quantity = before + signed
  if (before === 0n || before > 0n === signed > 0n) {
    position.cost += BigInt(price) * signed
    return 0n
  }
  const closed = magnitude(signed) < magnitude(before) ? magnitude(signed) : magnitude(before)
  const share = closed === magnitude(before) ? position.cost : (position.cost * closed) / magnitude(before)
  const received = (before > 0n ? 1n : -1n) * BigInt(price) * closed
  const rest = position.quantity
  const isTurned = rest !== 0n && rest > 0n !== before > 0n
  position.cost = isTurned ? BigInt(price) * rest : position.cost - share
  return received - share
}

/** To eight digits. */
export function averageOf({ quantity, cost }: Pick<Position, 'quantity' | 'cost'>): string {
  if (quantity === 0n) return '0'
  const price = (magnitude(cost) * 2n + magnitude(quantity)) / (magnitude(quantity) * 2n)
  return formatMoney(price * 10n ** 6n)
}

/** In units of money. An option's fee is at most an eighth of its price. */
export function feeOf({ price, size, isOption, index, liquidity }: FeeTerms): bigint {
  const rate = liquidity === 'TAKER' ? 3n : 1n
  if (!isOption) return roundMoney((notional(price, size) * rate) / 10_000n)
  const byIndex = (BigInt(Math.round(index * 1e8)) * BigInt(size) * rate) / 10_000n
  const most = notional(price, size) / 8n
  return roundMoney(byIndex < most ? byIndex : most)
}

export type FeeTerms = {
  readonly price: Price
  readonly size: Quantity
  readonly isOption: boolean
  readonly index: number
  readonly liquidity: Fill['liquidity']
}
