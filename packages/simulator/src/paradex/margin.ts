/** The equity of an account, the margin of its positions, and the liquidation price of a position. Figures are in USDC. */
import type { Side } from '@parley/core'
import { INITIAL_MARGIN, MAINTENANCE_MARGIN, type Contract } from './chain.ts'
import type { Ledger, Position } from './ledger.ts'
import type { Market } from './market.ts'
import { numberOf } from './money.ts'

export type MarginSetting = { readonly mode: 'CROSS' | 'ISOLATED'; readonly leverage: number }
export const MAX_LEVERAGE = Math.round(1 / INITIAL_MARGIN)

export type AccountFigures = { readonly value: number; readonly initial: number; readonly maintenance: number }

export interface Margin {
  /** Includes the margin of open orders, except the one with this id. */
  figures(address: string, exceptOrder?: string): AccountFigures
  /** The margin that an account needs for one contract of the market. */
  initialOf(address: string, contract: Contract): number
  unrealized(position: Position): number
  liquidationPrice(address: string, position: Position): number | undefined
  setting(address: string, market: string): MarginSetting
  set(address: string, market: string, setting: MarginSetting): void
}

/** A fraction of the underlying for each sold option. */
const SHORT_OPTION = { initial: 0.15, maintenance: 0.075 } as const
const QUANTITY_UNITS = 1e6

export type SettingChange = MarginSetting & { readonly address: string; readonly market: string }

/** Settings of earlier runs, the listener for new ones, and the orders that bind margin. */
export type KeptSettings = {
  readonly settings: readonly SettingChange[]
  readonly onSet: (change: SettingChange) => void
  readonly restingOf: RestingOrders
}

/** A resting order that can add to a position, in units of 1e-6. */
export type RestingOrder = { readonly id: string; readonly market: string; readonly side: Side; readonly remaining: number }
export type RestingOrders = (address: string) => readonly RestingOrder[]

/** The prices that margin depends on. */
export type MarginMarket = Pick<Market, 'contract' | 'mark' | 'value'>

export function createMargin(ledger: Ledger, market: MarginMarket, { settings: earlier, onSet, restingOf }: KeptSettings): Margin {
  const settings = new Map<string, MarginSetting>(
    earlier.map(({ address, market: symbol, ...setting }) => [`${address} ${symbol}`, setting]),
  )
  const setting = (address: string, symbol: string): MarginSetting =>
    settings.get(`${address} ${symbol}`) ?? { mode: 'CROSS', leverage: MAX_LEVERAGE }
  const markOf = ({ market: symbol }: Position): number => {
    const contract = market.contract(symbol)
    return contract === undefined ? 0 : market.mark(contract)
  }
  const unrealized = (position: Position): number =>
    (Number(position.quantity) / QUANTITY_UNITS) * markOf(position) - numberOf(position.cost) + numberOf(ledger.accruedFunding(position))

  const boundBy = (address: string, position: Position): { readonly initial: number; readonly maintenance: number } => {
    const contract = market.contract(position.market)
    const quantity = Number(position.quantity) / QUANTITY_UNITS
    if (contract === undefined || quantity === 0) return { initial: 0, maintenance: 0 }
    const size = Math.abs(quantity)
    if (contract.expiresAt !== undefined) {
      const worth = quantity < 0 ? size * market.value(contract).index : 0
      return { initial: SHORT_OPTION.initial * worth, maintenance: SHORT_OPTION.maintenance * worth }
    }
    const worth = size * market.mark(contract)
    return { initial: worth / setting(address, position.market).leverage, maintenance: MAINTENANCE_MARGIN * worth }
  }

  const initialOf = (address: string, contract: Contract): number =>
    contract.expiresAt === undefined
      ? market.mark(contract) / setting(address, contract.symbol).leverage
      : SHORT_OPTION.initial * market.value(contract).index

  const figures = (address: string, exceptOrder?: string): AccountFigures => {
    const held = ledger.positions(address)
    const bound = held.map((position) => boundBy(address, position))
    const orders = restingOf(address).filter(({ id }) => id !== exceptOrder)
    return {
      value: numberOf(ledger.cash(address)) + held.reduce((sum, position) => sum + unrealized(position), 0),
      initial: bound.reduce(
        (sum, { initial }) => sum + initial,
        boundByOrders(orders, market, (contract, own) => {
          const held = Number(ledger.position(address, contract.symbol)?.quantity ?? 0n)
          return addedBy(own, held) * initialOf(address, contract)
        }),
      ),
      maintenance: bound.reduce((sum, { maintenance }) => sum + maintenance, 0),
    }
  }

  return {
    figures,
    unrealized,
    setting,
    set: (address, symbol, chosen) => {
      settings.set(`${address} ${symbol}`, chosen)
      onSet({ address, market: symbol, ...chosen })
    },
    initialOf,
    liquidationPrice: (address, position) => {
      const contract = market.contract(position.market)
      const quantity = Number(position.quantity) / QUANTITY_UNITS
      if (contract === undefined || contract.expiresAt !== undefined || quantity === 0) return undefined
      const cost = numberOf(position.cost)
      const chosen = setting(address, position.market)
      return liquidationOf({ quantity, cost, mark: market.mark(contract), ...chosen, ...figures(address) })
    },
  }
}

type Liquidated = MarginSetting &
  Pick<AccountFigures, 'value' | 'maintenance'> & { readonly quantity: number; readonly cost: number; readonly mark: number }

function liquidationOf({ quantity, cost, mark, mode, leverage, value, maintenance }: Liquidated): number | undefined {
  const free = quantity - MAINTENANCE_MARGIN * Math.abs(quantity)
  if (mode === 'ISOLATED') return positive((cost - Math.abs(cost) / leverage) / free)
  // All other positions stay constant. The value of this one and its margin move with its price, until the account's value equals the margin.
  return positive(mark - (value - maintenance) / free)
}

/** Only orders in perpetuals bind margin before they fill. */
function boundByOrders(
  orders: readonly RestingOrder[],
  market: MarginMarket,
  boundIn: (contract: Contract, own: readonly RestingOrder[]) => number,
): number {
  return [...Map.groupBy(orders, ({ market: symbol }) => symbol)].reduce((sum, [symbol, own]) => {
    const contract = market.contract(symbol)
    return contract === undefined || contract.expiresAt !== undefined ? sum : sum + boundIn(contract, own)
  }, 0)
}

const positive = (price: number): number | undefined => (price > 0 ? price : undefined)

/** The contracts that resting orders would add to a position, on one side of the market: orders on the other side cannot fill as well. */
function addedBy(orders: readonly RestingOrder[], held: number): number {
  const [buys = 0, sells = 0] = (['BUY', 'SELL'] as const).map((side) =>
    orders.reduce((size, order) => (order.side === side ? size + order.remaining : size), 0),
  )
  return Math.max(0, Math.abs(held + buys) - Math.abs(held), Math.abs(held - sells) - Math.abs(held)) / QUANTITY_UNITS
}
