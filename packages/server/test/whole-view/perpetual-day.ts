/**
 * A random day of perpetuals. Some of its steps are of a desk that the viewers must not see. Every step begins at its time, whether or not the venue has
 * answered the earlier ones. All desks use the same markets, client ids, keys and account names, so that a confusion of two desks shows.
 */
import { perpetualCalls as calls, type Call } from '@parley/contracts'
import type { DeskId } from '@parley/core'
import { markets } from '../perpetuals/paper-perpetuals.ts'
import type { Chance } from '../trading-day/chance.ts'

export const NOON = 1_800_000_000_000
const STEPS = 120
export const [KEST, ORRY, LARK, MERL] = ['KEST', 'ORRY', 'LARK', 'MERL'] as [DeskId, DeskId, DeskId, DeskId]
/** LARK has no account at the venue. */
export const viewers = [KEST, ORRY, LARK] as const

export type SentCall = {
  readonly call: Call
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: object
  readonly key?: string
}

export type Act =
  | ({ readonly kind: 'CALL' } & SentCall)
  | { readonly kind: 'SUBSCRIBE' | 'LEAVE'; readonly channel: string; readonly market: string; readonly slot: number }
  /** At the venue. */
  | { readonly kind: 'FILL'; readonly place: number; readonly share: number }
  | { readonly kind: 'FUNDING'; readonly market: string }
  | { readonly kind: 'LINE_BREAKS'; readonly ms: number }
  /** In the desk's protections and accounts. */
  | { readonly kind: 'STOP' | 'ALLOW'; readonly user: number | undefined }
  | { readonly kind: 'SUSPEND' | 'RESTORE' }
  | { readonly kind: 'ACCOUNT'; readonly becomes: AccountState }

/** TWO: a second account, and none of them is the default. */
export type AccountState = 'NONE' | 'FIRST_KEY' | 'SECOND_KEY' | 'TWO'

export type Step = { readonly by: DeskId; readonly user: number; readonly at: number; readonly isSecret: boolean; readonly act: Act }

export type Secret = {
  readonly title: string
  /** Whether the other desk has an account at the venue in both lives, or only with what is secret. */
  readonly account: 'KNOWN' | 'SECRET'
}
export const secrets: readonly Secret[] = [
  { title: '18.2 the orders, fills, positions, leverage and stops of another desk', account: 'KNOWN' },
  { title: '18.2 the account of another desk, its keys, and what was unfinished at the start', account: 'SECRET' },
]

const of = (call: Call, more: Omit<SentCall, 'call'> = {}): Act => ({ kind: 'CALL', call, ...more })
const [BTC, ETH] = markets
const period = { from: NOON - 1_000, to: NOON + 600_000 }

/** The reads of a desk's own account. */
const accountReads = (market: string): readonly Act[] => [
  of(calls.getPerpetualSummary),
  of(calls.listPerpetualPositions),
  of(calls.listPerpetualOrders),
  of(calls.listPerpetualOrderHistory, { query: period }),
  of(calls.listPerpetualFills, { query: period }),
  of(calls.listPerpetualFundingPayments, { query: period }),
  of(calls.listPerpetualTransfers, { query: period }),
  of(calls.listPerpetualDailyPnl, { query: period }),
  of(calls.getPerpetualMargin, { params: { market } }),
]

/** Only viewers read public data: the first reader within a second decides how old they are for all (decision 1032). */
const publicReads = (market: string): readonly Act[] => [
  of(calls.listPerpetualMarkets),
  of(calls.getPerpetualBook, { params: { market } }),
  of(calls.listPerpetualTrades, { params: { market } }),
  of(calls.listPerpetualCandles, { params: { market }, query: { resolution: '60', from: NOON - 3_600_000, to: NOON } }),
  of(calls.listPerpetualFundingRates, { params: { market }, query: period }),
]
const everyRead: readonly Act[] = [...accountReads(BTC), ...accountReads(ETH).slice(-1), ...publicReads(BTC), ...publicReads(ETH)]

function placing(chance: Chance, n: number): Act {
  const market = chance.oneOf(markets)
  const mark = market === BTC ? 60_000 : 3_000
  const side = chance.oneOf(['BUY', 'SELL'] as const)
  const away = (side === 'BUY' ? -1 : 1) * chance.below(20)
  const terms = { market, side, quantity: `0.${1 + chance.below(9)}` }
  const limit = { ...terms, kind: 'LIMIT', price: String(mark + away), instruction: chance.oneOf(['GOOD_TILL_CANCELED', 'POST_ONLY']) }
  const trigger = String(mark + (side === 'BUY' ? 200 : -200))
  const body = chance.oneOf([
    ...[limit, limit, { ...terms, kind: 'MARKET' }],
    { ...terms, kind: 'STOP_MARKET', trigger_price: trigger, effect: 'REDUCE_ONLY', follows_position: true },
    { ...terms, kind: 'STOP_MARKET', trigger_price: trigger },
    // Refused here: the quantity, the price and the market.
    ...[
      { ...limit, quantity: '0.0001' },
      { ...limit, price: String(mark * 2) },
      { ...limit, market: 'GONE-USD-PERP' },
    ],
  ])
  // Some repeat an earlier client id or key.
  const name = `n${n - (chance.happens(0.2) ? chance.below(4) : 0)}`
  const isNamed = !('follows_position' in body) && chance.happens(0.5)
  return of(calls.placePerpetualOrder, isNamed ? { body: { ...body, client_id: name } } : { body, key: name })
}

/** Ids are numbered within an account, so a desk finds its own orders, and also asks for some that are not there. */
const someOrder = (chance: Chance) => ({ id: `0x${1 + chance.below(6)}` })

function command(chance: Chance, n: number): Act {
  const market = chance.oneOf(markets)
  const kind = chance.below(12)
  if (kind < 6) return placing(chance, n)
  if (kind < 8) return of(calls.amendPerpetualOrder, { params: someOrder(chance), body: { quantity: `0.${1 + chance.below(9)}` } })
  if (kind < 10) return of(calls.cancelPerpetualOrder, { params: someOrder(chance) })
  if (kind < 11) return of(calls.setPerpetualMargin, { params: { market }, body: { mode: 'ISOLATED', leverage: 1 + chance.below(60) } })
  return of(calls.cancelAllPerpetualOrders, { body: chance.happens(0.5) ? { market } : {} })
}

const atVenue = (chance: Chance): Act =>
  chance.oneOf<Act>([
    { kind: 'FILL', place: chance.below(5), share: 1 },
    { kind: 'FILL', place: chance.below(5), share: 0.5 },
    { kind: 'FUNDING', market: chance.oneOf(markets) },
    { kind: 'LINE_BREAKS', ms: 100 + chance.below(3_000) },
  ])

const inAccounts = (chance: Chance): Act =>
  chance.oneOf<Act>([
    { kind: 'STOP', user: chance.happens(0.6) ? 1 + chance.below(2) : undefined },
    ...[{ kind: 'ALLOW', user: undefined } as const, { kind: 'ALLOW', user: undefined } as const],
    { kind: chance.oneOf(['SUSPEND', 'RESTORE', 'RESTORE']) },
    { kind: 'ACCOUNT', becomes: chance.oneOf(['NONE', 'FIRST_KEY', 'FIRST_KEY', 'SECOND_KEY', 'TWO']) },
  ])

const listening = (chance: Chance, channels: readonly string[]): Act => ({
  kind: chance.happens(0.6) ? 'SUBSCRIBE' : 'LEAVE',
  ...{ channel: chance.oneOf(channels), market: chance.oneOf(markets), slot: chance.below(2) },
})

const ACCOUNT_CHANNEL = ['perpetual_account']
const CHANNELS = [...ACCOUNT_CHANNEL, ...ACCOUNT_CHANNEL, 'perpetual_markets', 'perpetual_book.{market}', 'perpetual_trades.{market}']

function actOf(chance: Chance, n: number, isSecret: boolean): Act {
  const what = chance.below(20)
  if (what < 9) return command(chance, n)
  if (what < 12) return atVenue(chance)
  if (what < 14) return chance.oneOf([...accountReads(chance.oneOf(markets)), ...(isSecret ? [] : publicReads(chance.oneOf(markets)))])
  if (what < 17) return listening(chance, isSecret ? ACCOUNT_CHANNEL : CHANNELS)
  return what === 17 || isSecret ? inAccounts(chance) : command(chance, n)
}

/** Calls for a desk's own account. */
const isOfAccount = (act: Act): boolean =>
  act.kind === 'CALL' && !publicReads(BTC).some((read) => read.kind === 'CALL' && read.call === act.call)

export function perpetualDayOf(chance: Chance, { account }: Secret): readonly Step[] {
  const steps: Step[] = []
  let at = NOON
  for (let n = 1; n <= STEPS; n += 1) {
    at += chance.below(3) * chance.below(400)
    const isSecret = chance.happens(0.4)
    const by = isSecret ? MERL : chance.oneOf([KEST, KEST, ORRY, LARK])
    const act = actOf(chance, n, isSecret)
    const step = { by, user: 1 + chance.below(2), at, isSecret, act }
    // The other desk often makes the same call just before, with the same ids and under the same key.
    if (isOfAccount(act) && !isSecret && chance.happens(0.4)) steps.push({ ...step, by: MERL, isSecret: true })
    // Changes of an account would show in a life in which the account is not secret.
    if (account === 'SECRET' || by !== MERL || act.kind !== 'ACCOUNT') steps.push(step)
  }
  at += 6_000
  const reads = everyRead.map((act) => ({ user: 1, at, act }))
  for (const read of reads) if (isOfAccount(read.act)) steps.push({ ...read, by: MERL, isSecret: true })
  for (const by of viewers) for (const read of reads) steps.push({ ...read, by, isSecret: false })
  return steps
}
