/** A trade in a listed spread of the past: one desk offers or bids near the mark, and another one takes it. */
import { isRefusal, priceFromNumber, type Price, type Rfq } from '@parley/core'
import { portable, type Past } from '@parley/server'
import { between, oneOf, some } from '../../desks/chance.ts'
import type { Random } from '../../exchange/random.ts'
import { ACCOUNT, roster } from '../roster.ts'
import { actorOf, settle, type Negotiating } from './past-negotiation.ts'

/** A spread that is about to expire is not traded. */
const EXPIRY_AT_LEAST_MS = 36 * 3_600_000
const AFTER_MS = 20_000
const TAKEN_AFTER_MS = { least: 2_000, most: 30_000 } as const
const TICKS_AWAY = 6
const SIZES = [1, 1, 2, 3] as const

const isTradable = ({ venue, structure: { legs } }: Rfq, now: number): boolean =>
  venue === 'DBT' && legs.every(({ instrument: { expiresAt } }) => expiresAt === undefined || expiresAt - now > EXPIRY_AT_LEAST_MS)

/** Two desks; more often than not one of them is the user's. */
function partiesOf(random: Random): readonly [string, string] {
  const [first, second] = some(
    random,
    roster.map(({ ticker }) => ticker),
    2,
  )
  const people = oneOf(random, ['AMBR', 'LIND', first!])
  return people === second ? [first!, second] : [people, second!]
}

const asItIs = portable('past.order', () => (order: object) => order)()

export async function tradeSpread(listed: readonly Rfq[], negotiating: Negotiating): Promise<void> {
  const { past, venues, now, random } = negotiating
  venues.moveTo(now() + AFTER_MS)
  const spread = oneOf(
    random,
    listed.filter((one) => isTradable(one, now())),
  )
  const [first, second] = partiesOf(random).map((ticker) => actorOf(past, ticker, random))
  const side = random.next() < 0.5 ? 'BUY' : 'SELL'
  const price = priceOf(spread, past, Math.round(between(random, -TICKS_AWAY, TICKS_AWAY)))
  if (price === undefined) return
  const quantity = (spread.minimumBlock * oneOf(random, SIZES)) as typeof spread.minimumBlock
  const terms = { quantity, price, account: ACCOUNT, isPostOnly: false } as const
  const reply = { view: asItIs, idempotency: undefined }
  const rested = await past.spreads.commands.place(first!, spread, { ...terms, side, timeInForce: 'GTC' }, reply)
  if (isRefusal(rested)) return
  venues.moveTo(now() + Math.round(between(random, TAKEN_AFTER_MS.least, TAKEN_AFTER_MS.most)))
  const other = side === 'BUY' ? 'SELL' : 'BUY'
  await past.spreads.commands.place(second!, spread, { ...terms, side: other, timeInForce: 'IOC' }, reply)
  await settle(negotiating)
}

/** The later leg less the nearer one at their marks, and so many ticks away. */
function priceOf({ structure: { legs }, priceTick }: Rfq, { markOf }: Pick<Past, 'markOf'>, ticks: number): Price | undefined {
  const [near, far] = [legs.find(({ side }) => side === 'SELL'), legs.find(({ side }) => side === 'BUY')]
  const marks = [near, far].map((leg) => leg && markOf(leg.instrument.id)?.markPrice)
  const [nearMark, farMark] = marks
  if (nearMark === undefined || farMark === undefined || priceTick === undefined) return undefined
  const exact = priceFromNumber(farMark - nearMark)
  return exact === undefined ? undefined : (((Math.round(exact / priceTick) + ticks) * priceTick) as Price)
}
