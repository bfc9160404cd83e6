/** The listing: full rows as instruments-info returns them. Options settle in USDC, except for a few in USDT, whose names differ. */
import { DAY_MS, formatExpiry, futureExpiries, optionExpiries, YEAR_MS, type Expiry } from '../exchange/calendar.ts'
import { startIndex } from '../exchange/prices.ts'
import { CURRENCIES, type Contract, type Currency, type SettleCoin } from './contract.ts'
import { inverseContracts } from './inverse-chain.ts'

const TERMS = {
  BTC: { steps: [500, 1_000, 2_000, 5_000, 10_000, 20_000], tick: '5', lot: '0.01', perpetualTick: '0.1', perpetualLot: '0.001' },
  ETH: { steps: [25, 50, 100, 200, 500, 1_000], tick: '0.1', lot: '0.1', perpetualTick: '0.01', perpetualLot: '0.01' },
} as const

/** Strikes are added as an expiry approaches, and never removed. */
const STAGES_DAYS = [365, 45, 7]
const STRIKES_PER_STAGE = 16
const STAGE_WIDTH = 1.1
/** Coins with dated USDC futures. */
const DATED: readonly Currency[] = ['BTC']
/** Enough of them that a client has to distinguish the two kinds. */
const USDT_EXPIRIES = 1

export function listContracts(now: number): readonly Contract[] {
  const inClearing = CURRENCIES.flatMap((coin) => {
    const expiries = optionExpiries(now)
    const options = expiries.flatMap((expiry, index) => {
      const coins: readonly SettleCoin[] = index >= expiries.length - USDT_EXPIRIES ? ['USDC', 'USDT'] : ['USDC']
      return coins.flatMap((settles) =>
        strikesOf(coin, expiry, now).flatMap((strike) =>
          (['CALL', 'PUT'] as const).map((kind) => option({ coin, expiry, strike, kind, settles })),
        ),
      )
    })
    return [linear(coin, undefined), ...(DATED.includes(coin) ? futureExpiries(now).map((expiry) => linear(coin, expiry)) : []), ...options]
  })
  return [...inClearing, ...inverseContracts(now)]
}

/** Around the index at which every simulation starts, so that a restart lists the same contracts. */
function strikesOf(coin: Currency, expiry: Expiry, now: number): readonly number[] {
  const strikes = new Set<number>()
  for (const days of STAGES_DAYS) {
    const begins = Math.max(expiry.listedAt, expiry.at - days * DAY_MS)
    if (begins > now) continue
    const width = STAGE_WIDTH * Math.sqrt((expiry.at - begins) / YEAR_MS)
    const [low, high] = [startIndex(coin) * Math.exp(-width), startIndex(coin) * Math.exp(width)]
    const step = TERMS[coin].steps.find((size) => (high - low) / size <= STRIKES_PER_STAGE) ?? TERMS[coin].steps.at(-1)!
    for (let strike = Math.ceil(low / step) * step; strike <= high; strike += step) strikes.add(strike)
  }
  return [...strikes].sort((a, b) => a - b)
}

type OptionTerms = {
  readonly coin: Currency
  readonly expiry: Expiry
  readonly strike: number
  readonly kind: 'CALL' | 'PUT'
  readonly settles: SettleCoin
}

function option({ coin, expiry, strike, kind, settles }: OptionTerms): Contract {
  const name = `${coin}-${formatExpiry(expiry.at)}-${strike}-${kind === 'CALL' ? 'C' : 'P'}`
  const { tick, lot } = TERMS[coin]
  return {
    ...{ category: 'option', coin, expiresAt: expiry.at, strike, kind },
    row: {
      symbol: settles === 'USDC' ? name : `${name}-USDT`,
      symbolId: Math.floor(expiry.at / DAY_MS) * 1_000_000 + strike * 2 + (kind === 'PUT' ? 1 : 0),
      status: 'Trading',
      baseCoin: coin,
      // Older rows contain USD.
      quoteCoin: settles === 'USDC' ? 'USD' : 'USDT',
      settleCoin: settles,
      optionsType: kind === 'CALL' ? 'Call' : 'Put',
      launchTime: String(expiry.listedAt),
      deliveryTime: String(expiry.at),
      deliveryFeeRate: '0.00015',
      priceFilter: { minPrice: tick, maxPrice: '10000000', tickSize: tick },
      lotSizeFilter: { minOrderQty: lot, maxOrderQty: '5000', qtyStep: lot },
      displayName: settles === 'USDC' ? name : `${name}-USDT`,
    },
  }
}

/** A perpetual if no expiry is given. */
function linear(coin: Currency, expiry: Expiry | undefined): Contract {
  const { perpetualTick, perpetualLot } = TERMS[coin]
  const tick = expiry === undefined ? perpetualTick : '0.5'
  return {
    ...{ category: 'linear', coin },
    ...(expiry === undefined ? {} : { expiresAt: expiry.at }),
    row: {
      symbol: expiry === undefined ? `${coin}PERP` : `${coin}-${formatExpiry(expiry.at)}`,
      symbolId: CURRENCIES.indexOf(coin) + 1 + (expiry === undefined ? 0 : 100 + Math.floor(expiry.at / DAY_MS)),
      status: 'Trading',
      baseCoin: coin,
      quoteCoin: 'USDC',
      settleCoin: 'USDC',
      contractType: expiry === undefined ? 'LinearPerpetual' : 'LinearFutures',
      launchTime: String(expiry?.listedAt ?? 1_659_657_600_000),
      deliveryTime: String(expiry?.at ?? 0),
      deliveryFeeRate: expiry === undefined ? '' : '0.0005',
      priceFilter: { minPrice: tick, maxPrice: '1999999.8', tickSize: tick },
      lotSizeFilter: { minOrderQty: perpetualLot, maxOrderQty: '1000', qtyStep: perpetualLot },
      riskParameters: { priceLimitRatioX: '0.01', priceLimitRatioY: '0.02' },
      displayName: '',
    },
  }
}
