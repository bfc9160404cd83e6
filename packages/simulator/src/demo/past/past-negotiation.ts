/** One negotiation of the past, by the desks' own ways of asking, quoting and taking, through the calls of the published API. */
import { explainMinimumBlock, formatPrice, formatQuantity, isRefusal, type Quantity, type Structure } from '@parley/core'
import type { Caller, Past } from '@parley/server'
import { chainOf } from '../../desks/chain.ts'
import { between, oneOf } from '../../desks/chance.ts'
import { drawMood, drawStyle, fairness, twoWay, type MakerStyle, type Quote } from '../../desks/how-to-quote.ts'
import { limits } from '../../desks/limits.ts'
import { saidSize } from '../../desks/sizes.ts'
import { termsOfWish } from '../../desks/structures.ts'
import { whatToAsk, type Wish } from '../../desks/what-to-ask.ts'
import { createRandom, type Random } from '../../exchange/random.ts'
import { ACCOUNT, roster } from '../roster.ts'
import type { PastRequest } from './past-requests.ts'
import type { PastVenues } from './past-venues.ts'

export type Negotiating = {
  readonly past: Past
  readonly venues: Pick<PastVenues, 'moveTo'>
  readonly now: () => number
  readonly random: Random
  readonly styles: ReadonlyMap<string, MakerStyle>
}

type SentRfq = { readonly id: string; readonly structure: Structure; readonly size: Quantity; readonly makers: readonly string[] }
type Side = 'BUY' | 'SELL'
export type Shown = { readonly maker: string; readonly side: Side; readonly quote: Quote }

export const newcomersMaker = roster.find(({ isSimulated, trades }) => !isSimulated && trades === 'MAKER')!.ticker
export const simulatedMakers = roster.filter(({ isSimulated, trades }) => isSimulated && trades === 'MAKER').map(({ ticker }) => ticker)
/** How often the user's maker desk is asked, and how often a maker answers. */
const NEWCOMERS_SHARE = 0.6
const ANSWERS = 0.86
const DECLINE_REASONS = ['SIZE', 'RISK', 'MARKET', 'MARKET', 'OTHER'] as const
/** A taker does not always want all of its RFQ. */
const WHOLE = 0.75

/** Tighter than the others, so that the user's desk has trades in every past. */
const NEWCOMERS_HAND = { lean: 0, width: 0.0045 } as const

/** Every maker keeps its hand over the days. */
export const drawStyles = (seed: number): ReadonlyMap<string, MakerStyle> =>
  new Map(
    [newcomersMaker, ...simulatedMakers].map((ticker) => {
      const style = drawStyle(createRandom(seed, `past of ${ticker}`))
      return [ticker, ticker === newcomersMaker ? { ...style, ...NEWCOMERS_HAND } : style]
    }),
  )

/** Users act for the two desks of the user, and an API key acts for a desk that trades on its own. */
export function actorOf(past: Pick<Past, 'keyOf' | 'personOf'>, ticker: string, random: Random): Caller {
  const desk = roster.find((one) => one.ticker === ticker)!
  return desk.isSimulated ? past.keyOf(ticker) : past.personOf(oneOf(random, desk.users).email)
}

/** Answers whether the request was made: a chain may be too thin for what was drawn. */
export async function negotiate(request: PastRequest, negotiating: Negotiating): Promise<boolean> {
  const { past, venues, now } = negotiating
  venues.moveTo(request.at)
  const taker = actorOf(past, request.taker, negotiating.random)
  const sent = await ask(request, taker, negotiating)
  if (sent === undefined) return false
  const shown = await quotes(sent, negotiating)
  venues.moveTo(now() + request.patienceMs)
  if (request.ends === 'TRADED') await take(sent, taker, shown, negotiating)
  // An RFQ that its taker leaves open expires as the clock moves on.
  if (request.ends === 'CANCELED') await past.rfqs.cancelRfq(taker, sent.id)
  return true
}

async function ask(
  { market, taker: ticker }: PastRequest,
  taker: Caller,
  { past, now, random }: Negotiating,
): Promise<SentRfq | undefined> {
  const { venue, blocks } = market
  const wish = wishAt({ past, now, random }, market)
  if (wish === undefined) return undefined
  const legs = termsOfWish(wish.legs).map(({ instrumentId, side, ratio, price }) => ({ instrument_id: instrumentId, side, ratio, price }))
  const structure = past.structureOf(legs, venue)
  if (structure === undefined) return undefined
  const { minimum, increment } = explainMinimumBlock(structure)
  const size = saidSize(minimum * wish.blocks * blocks, increment)
  const created = await past.rfqs.createRfq(taker, {
    ...{ venue, legs, quantity: formatQuantity(size), account_name: ACCOUNT, counterparties: wish.makers },
    is_taker_anonymous: wish.isAnonymous && ticker !== newcomersMaker,
  })
  return isRefusal(created) ? undefined : { id: created.id, structure, size, makers: wish.makers }
}

/** Undefined if the chain of now has too few instruments. */
export function wishAt(
  { past, now, random }: Pick<Negotiating, 'past' | 'now' | 'random'>,
  { venue, currency, asks }: PastRequest['market'],
): Wish | undefined {
  const within = { from: now() + limits.expiryAtLeastMs, to: now() + limits.expiryAtMostMs }
  const chain = chainOf(past.instruments(venue), currency, within, past.markOf)
  return whatToAsk(random, { chain, makers: simulatedMakers, newcomersMaker, newcomersShare: NEWCOMERS_SHARE, asks })
}

/** Each maker at its own time, the quick ones first. */
async function quotes(sent: SentRfq, negotiating: Negotiating): Promise<readonly Shown[]> {
  const { past, venues, now, random, styles } = negotiating
  const askedAt = now()
  const answering = sent.makers
    .map((maker) => ({ maker, afterMs: between(random, limits.quoteAfterLeastMs, 4_000) * styles.get(maker)!.slowness * 2 }))
    .sort((a, b) => a.afterMs - b.afterMs)
  const answers: Promise<readonly Shown[]>[] = []
  for (const { maker, afterMs } of answering) {
    venues.moveTo(askedAt + Math.round(afterMs))
    const caller = actorOf(past, maker, random)
    const answer = (): Promise<readonly Shown[]> =>
      random.next() > ANSWERS ? decline(sent, caller, negotiating) : quote(sent, maker, caller, negotiating)
    // The next maker waits for the decision only, so that several are stored together.
    await past.decided(() => {
      const answered = answer()
      answers.push(answered)
      return answered
    })
  }
  return (await Promise.all(answers)).flat()
}

async function decline({ id }: SentRfq, caller: Caller, { past, random }: Negotiating): Promise<readonly Shown[]> {
  await past.rfqs.declineRfq(caller, id, { reason: oneOf(random, DECLINE_REASONS) })
  return []
}

async function quote(sent: SentRfq, maker: string, caller: Caller, { past, random, styles }: Negotiating): Promise<readonly Shown[]> {
  const { structure, id, size } = sent
  const style = styles.get(maker)!
  const fair = fairness(structure, past.markOf, style, drawMood(random, 'NEWCOMER').widening)
  if (fair === undefined) return []
  const { bid, ask: offer } = twoWay(structure, past.markOf, style, fair)
  const wanted = [{ maker, side: 'BUY' as const, quote: bid }, { maker, side: 'SELL' as const, quote: offer }] // prettier-ignore
  const sides = wanted.flatMap((one): Shown[] => (one.quote === undefined ? [] : [{ ...one, quote: one.quote }]))
  const orders = sides.map(({ side, quote: { legs } }) => ({
    ...{ rfq_id: id, side, type: 'LIMIT' as const, time_in_force: 'GOOD_TILL_CANCELED' as const, account_name: ACCOUNT },
    quantity: formatQuantity(size),
    legs: structure.legs.map(({ instrument }, place) => ({ instrument_id: instrument.id, price: formatPrice(legs[place]!) })),
  }))
  const verdicts = sides.length === 2 ? await past.rfqs.quoteTwoWay(caller, orders) : await past.rfqs.createOrders(caller, orders)
  return sides.filter((_, place) => verdicts[place]?.answer !== null && verdicts[place]?.answer !== undefined)
}

/** The best price on its side, for all of the request or for a part of it. */
async function take({ id, size, structure }: SentRfq, taker: Caller, shown: readonly Shown[], negotiating: Negotiating): Promise<void> {
  const { past, random } = negotiating
  const side: Side = random.next() < 0.55 ? 'BUY' : 'SELL'
  const best = bestFor(side, shown)
  if (best === undefined) return
  const { minimum, increment } = explainMinimumBlock(structure)
  const half = saidSize(Math.max(minimum, size / 2), increment)
  const wanted = random.next() < WHOLE || half > size ? size : half
  await past.rfqs.createOrder(taker, {
    ...{ rfq_id: id, side, type: 'LIMIT', time_in_force: 'GOOD_TILL_CANCELED', quantity: formatQuantity(wanted) },
    price: formatPrice(best.quote.price),
  })
  await settle(negotiating)
  // The taker wants no more than that part.
  if (wanted < size) await past.rfqs.cancelRfq(taker, id)
}

/** The best price for a desk that trades on the side. */
export const bestFor = (side: Side, shown: readonly Shown[]): Shown | undefined =>
  shown.filter((one) => one.side !== side).sort((a, b) => (side === 'BUY' ? 1 : -1) * (a.quote.price - b.quote.price))[0]

const ATTEMPTS_MOST = 60
const ATTEMPT_AFTER_MS = 1_000

/** A venue that did not answer is asked again, as in the present: the clock moves on to the next attempt. */
export async function settle({ past, venues, now }: Negotiating): Promise<void> {
  for (let attempts = 0; attempts < ATTEMPTS_MOST && !(await past.settled()); attempts += 1) venues.moveTo(now() + ATTEMPT_AFTER_MS)
}
