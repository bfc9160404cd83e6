/** The figures of a contract as the venue writes them: strings, USDC options on their own grid, and an empty side as "0". */
import type { ContractValue } from '../exchange/prices.ts'
import type { Contract } from './contract.ts'

export type Stand = {
  readonly mark: string
  readonly bid: number
  readonly ask: number
  readonly decimals: number
}

const round = (value: number, decimals: number): string => {
  const text = value.toFixed(decimals)
  return Number(text) === 0 ? '0' : text
}

const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0

export function standOf({ category, row }: Contract, { price, index, option }: ContractValue): Stand {
  const tick = Number(row.priceFilter.tickSize)
  const decimals = decimalsOf(row.priceFilter.tickSize)
  const half =
    category !== 'option' ? tick + price * 0.00002 : Math.max(tick / 2, price * 0.004 + (option?.vega ?? 0) * 0.4 + index * 0.00002)
  // A small nudge keeps a price that is on the grid there, despite binary fractions.
  const bid = Math.max(0, Math.floor((price - half) / tick + 1e-9) * tick)
  const ask = Math.max(tick, Math.ceil((price + half) / tick - 1e-9) * tick)
  return { mark: round(price, category === 'option' ? 8 : decimals), bid, ask, decimals }
}

/** The index of a future has as many decimals as its price, but at least two, because some coins are below a dollar. */
export const indexText = ({ category, row }: Contract, { index }: ContractValue): string =>
  round(index, category === 'option' ? 2 : Math.max(2, decimalsOf(row.priceFilter.tickSize)))

type Names = Readonly<Record<'bid' | 'bidSize' | 'bidIv' | 'ask' | 'askSize' | 'askIv' | 'iv', string>>

const ON_SOCKETS: Names = {
  ...{ bid: 'bidPrice', bidSize: 'bidSize', bidIv: 'bidIv', ask: 'askPrice', askSize: 'askSize', askIv: 'askIv', iv: 'markPriceIv' },
}
const OVER_REST: Names = {
  ...{ bid: 'bid1Price', bidSize: 'bid1Size', bidIv: 'bid1Iv', ask: 'ask1Price', askSize: 'ask1Size', askIv: 'ask1Iv', iv: 'markIv' },
}

export const tickerOf = (contract: Contract, value: ContractValue, way: 'SOCKET' | 'REST', at: number): Readonly<Record<string, string>> =>
  contract.category === 'option'
    ? optionTicker(contract, value, way === 'SOCKET' ? ON_SOCKETS : OVER_REST)
    : futureTicker(contract, value, at)

function optionTicker(contract: Contract, value: ContractValue, names: Names): Readonly<Record<string, string>> {
  const { mark, bid, ask, decimals } = standOf(contract, value)
  const option = value.option!
  const ivAt = (price: number): string =>
    round(Math.max(0.0001, option.iv + (0.01 * (price - value.price)) / Math.max(option.vega, 1e-6)), 4)
  const size = round(Number(contract.row.lotSizeFilter.minOrderQty) * (5 + (contract.row.symbolId % 40)), 2)
  return {
    symbol: contract.row.symbol,
    [names.bid]: round(bid, decimals),
    [names.bidSize]: bid === 0 ? '0' : size,
    [names.bidIv]: bid === 0 ? '0' : ivAt(bid),
    [names.ask]: round(ask, decimals),
    [names.askSize]: size,
    [names.askIv]: ivAt(ask),
    ...{ lastPrice: '0', highPrice24h: '0', lowPrice24h: '0' },
    markPrice: mark,
    indexPrice: indexText(contract, value),
    [names.iv]: round(option.iv, 4),
    underlyingPrice: round(value.forward, 2),
    openInterest: '0',
    ...{ turnover24h: '0', volume24h: '0', totalVolume: '0', totalTurnover: '0' },
    delta: round(option.delta, 8),
    gamma: round(option.gamma, 8),
    vega: round(option.vega, 8),
    theta: round(option.theta, 8),
    ...{ predictedDeliveryPrice: '0', change24h: '0' },
  }
}

const FUNDING_HOURS = 8
const FUNDING_MS = FUNDING_HOURS * 3_600_000

/** A perpetual pays at 00:00, 08:00 and 16:00. For a dated future the fields exist but are empty. */
const fundingOf = ({ row }: Contract, at: number) =>
  Number(row.deliveryTime) === 0
    ? {
        fundingRate: '0.0001',
        nextFundingTime: String((Math.floor(at / FUNDING_MS) + 1) * FUNDING_MS),
        fundingIntervalHour: String(FUNDING_HOURS),
      }
    : { fundingRate: '', nextFundingTime: '0', fundingIntervalHour: '' }

function futureTicker(contract: Contract, value: ContractValue, at: number): Readonly<Record<string, string>> {
  const { mark, bid, ask, decimals } = standOf(contract, value)
  return {
    symbol: contract.row.symbol,
    lastPrice: mark,
    indexPrice: indexText(contract, value),
    markPrice: mark,
    openInterest: '0',
    ...{ turnover24h: '0', volume24h: '0', ...fundingOf(contract, at) },
    // Fields of dated futures are empty if they do not apply. The delivery time of a perpetual is 0.
    ...{ predictedDeliveryPrice: '', basisRate: '', deliveryFeeRate: '', basis: '' },
    deliveryTime: contract.row.deliveryTime,
    bid1Price: round(bid, decimals),
    bid1Size: '12.5',
    ask1Price: round(ask, decimals),
    ask1Size: '9.75',
  }
}
