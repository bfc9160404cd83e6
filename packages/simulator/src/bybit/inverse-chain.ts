/** The listed inverse futures: a perpetual for each coin, and the next quarterly futures for the two large ones. A contract is one dollar. */
import { DAY_MS, futureExpiries } from '../exchange/calendar.ts'
import type { Contract, InverseCoin } from './contract.ts'

const TICKS: Readonly<Record<InverseCoin, string>> = { BTC: '0.5', ETH: '0.05', EOS: '0.001', XRP: '0.0001' }
const DATED: readonly InverseCoin[] = ['BTC', 'ETH']
const COINS: readonly InverseCoin[] = ['BTC', 'ETH', 'EOS', 'XRP']
const QUARTERS = 2
/** The venue's letter for a quarter, by the month in which it ends. */
const QUARTER_MARKS: Readonly<Record<number, string>> = { 2: 'H', 5: 'M', 8: 'U', 11: 'Z' }

export function inverseContracts(now: number): readonly Contract[] {
  const quarters = futureExpiries(now)
    .map(({ at }) => at)
    .filter((at) => isQuarterly(at))
    .slice(0, QUARTERS)
  return COINS.flatMap((coin) => [
    inverse(coin, undefined),
    ...(DATED.includes(coin) ? quarters.map((expiresAt) => inverse(coin, expiresAt)) : []),
  ])
}

/** The last Friday of a quarter: a week later, the month is different. */
function isQuarterly(at: number): boolean {
  const month = new Date(at).getUTCMonth()
  return QUARTER_MARKS[month] !== undefined && new Date(at).getUTCDay() === 5 && new Date(at + 7 * DAY_MS).getUTCMonth() !== month
}

function inverse(coin: InverseCoin, expiresAt: number | undefined): Contract {
  const at = new Date(expiresAt ?? 0)
  const quarter = expiresAt === undefined ? '' : `${QUARTER_MARKS[at.getUTCMonth()]}${at.getUTCFullYear() % 100}`
  return {
    ...{ category: 'inverse', coin },
    ...(expiresAt === undefined ? {} : { expiresAt }),
    row: {
      symbol: `${coin}USD${quarter}`,
      symbolId: COINS.indexOf(coin) + 10 + (expiresAt === undefined ? 0 : Math.floor(expiresAt / DAY_MS)),
      status: 'Trading',
      baseCoin: coin,
      quoteCoin: 'USD',
      settleCoin: coin,
      contractType: expiresAt === undefined ? 'InversePerpetual' : 'InverseFutures',
      launchTime: '1542758400000',
      deliveryTime: String(expiresAt ?? 0),
      deliveryFeeRate: expiresAt === undefined ? '' : '0.0005',
      priceFilter: { minPrice: TICKS[coin], maxPrice: '1999999', tickSize: TICKS[coin] },
      lotSizeFilter: { minOrderQty: '1', maxOrderQty: '25000000', qtyStep: '1' },
      displayName: '',
    },
  }
}
