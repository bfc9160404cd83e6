/**
 * A seeded random day as calls of the published API: the public actions of all desks, and secret actions of several kinds in between. Ids are replaced
 * by names (`:market`, `:7`), so that the same day can be run on another installation, without its secrets or with some of them.
 */
import { chanceFrom, type Chance } from '../trading-day/chance.ts'
import type { Ticker } from '../trading-product.ts'

/** The number of public steps after the beginning, of those that either of two desks takes, and of those of each secret. */
const STEPS = { public: 28, either: 12, ofSecret: 8 } as const
/** The size of every order, so that each deal is one trade. */
const SIZE = '25'

/** A fourth maker, which only trades spreads and receives drafts. */
export type Desk = Ticker | 'WREN'
export type SecretName = 'HIDDEN_IN_BOOK' | 'HIDDEN_IN_REQUEST' | 'FINDS_NOTHING' | 'OF_ANOTHER_MAKER' | 'DRAFTS' | 'HELD_REQUESTS'

export type Step = {
  readonly afterMs: number
  /** EITHER is one of two desks, and no desk may learn which. */
  readonly as: Desk | 'EITHER'
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With names in place of ids, like its body. */
  readonly path: string
  readonly body?: object
  /** The name of the object that it creates. */
  readonly makes?: string
  /** By a person of the desk, and not by its key. */
  readonly person?: 'SENDER' | 'APPROVER'
  /** The secret that it is part of. A step without one happens in every run. */
  readonly secret?: SecretName
}
type Act = Pick<Step, 'method' | 'path' | 'body' | 'makes' | 'person'>

type Acting = (chance: Chance, place: number, made: readonly string[]) => Act
/** One desk acts in secret. Its first step creates something. */
type Secret = { readonly by: Ticker; readonly act: Acting }

/** The secrets of one run. The viewers are all desks that must not learn of any of them. */
export type Secrets = { readonly names: readonly SecretName[]; readonly either: Desk; readonly viewers: readonly Desk[] }

const sides = ['BUY', 'SELL'] as const
type Side = (typeof sides)[number]
/** The instruments are named in `life.ts`. */
const legsAt = (total: number) => [
  { instrument_id: ':first', price: (total + 0.05).toFixed(4) },
  { instrument_id: ':second', price: '0.05' },
]
/** So far away that it never trades. */
const far = (side: Side): number => (side === 'BUY' ? 0.001 : 0.06)
const near = (chance: Chance): number => 0.028 + chance.below(6) / 1_000

type Terms = {
  readonly side: Side
  readonly at: number
  readonly quantity: string
  readonly isHidden: boolean
  readonly isPostOnly?: boolean
}
const directQuote = (rfq: string, { side, at, quantity, isHidden }: Terms): Omit<Act, 'makes'> => ({
  ...{ method: 'POST', path: '/v2/drfq/orders/' },
  body: { rfq_id: rfq, side, quantity, type: isHidden ? 'HIDDEN' : 'LIMIT', legs: legsAt(at) },
})
const marketQuote = ({ side, at, quantity, isHidden, isPostOnly = false }: Terms): Omit<Act, 'makes'> => ({
  ...{ method: 'POST', path: '/v1/ob/rfqs/:market/quotes/' },
  body: { side, quantity, is_hidden: isHidden, post_only: isPostOnly, legs: legsAt(at) },
})

/** Quotes far away, and cancels or replaces the quotes. */
const quoting =
  (where: ':market' | ':asked' | ':named', isHidden: boolean): Acting =>
  (chance, place, made) => {
    const side = chance.oneOf(sides)
    const terms = { side, at: far(side), quantity: '50', isHidden }
    const what = made.length === 0 ? 0 : chance.below(10)
    const earlier = `:${chance.oneOf(['0', ...made.slice(-3)])}`
    if (where === ':market') {
      if (what < 6) return { ...marketQuote(terms), makes: `${place}` }
      if (what < 8) return { method: 'DELETE', path: `/v1/ob/quotes/${earlier}/` }
      return { method: 'PUT', path: `/v1/ob/rfqs/:market/quotes/${earlier}/`, body: { quantity: chance.oneOf(['25', '75']) } }
    }
    if (what < 6) return { ...directQuote(where, terms), makes: `${place}` }
    if (what < 8) return { method: 'DELETE', path: `/v2/drfq/orders/${earlier}/` }
    return { method: 'PUT', path: `/v2/drfq/orders/${earlier}/`, body: { quantity: chance.oneOf(['25', '75']), legs: legsAt(far(side)) } }
  }

const SPREAD_ORDERS = '/v1/fs/orders/'
type SpreadTerms = { readonly side: Side; readonly price: number; readonly time_in_force?: string; readonly post_only?: boolean }
const spreadOrder = (more: SpreadTerms): Omit<Act, 'makes'> => ({
  ...{ method: 'POST', path: SPREAD_ORDERS },
  body: { strategy_id: ':spread', amount: 200_000, ...more, price: String(more.price) },
})
/** Around the mark of the spread. */
const aboutMark = (chance: Chance): number => 995 + chance.below(10)

/** Finds nothing and never rests, or is refused because it is off the tick. */
const passingBy: Acting = (chance, place) => {
  const side = chance.oneOf(sides)
  const away = side === 'BUY' ? 900 : 1_100
  const price = chance.happens(0.8) ? away : away + 0.001
  return { ...spreadOrder({ side, price, time_in_force: 'IMMEDIATE_OR_CANCEL' }), makes: `${place}` }
}

/** Orders that rest and trade like the others, with their own label. */
const tradingSpreads: Acting = (chance, place, made) => {
  const earlier = `:${chance.oneOf(['0', ...made.slice(-3)])}`
  const what = chance.below(10)
  const order = spreadOrder({ side: chance.oneOf(sides), price: aboutMark(chance) })
  if (what < 6) return { ...order, body: { ...order.body, label: 'own words' }, makes: `${place}` }
  if (what < 8) return { method: 'DELETE', path: `${SPREAD_ORDERS}${earlier}/` }
  return { method: 'POST', path: `${SPREAD_ORDERS}${earlier}/replace/`, body: { price: String(aboutMark(chance)) }, makes: `${place}` }
}

const drafting: Acting = (chance, place, made) =>
  made.length === 0 || chance.happens(0.6)
    ? { method: 'POST', path: '/v2/drfq/rfqs/', body: { ...terms(['KEST', 'LARK', 'WREN']), state: 'DRAFT' }, makes: `${place}` }
    : { method: 'DELETE', path: `/v2/drfq/rfqs/:${chance.oneOf(['0', ...made])}/` }

const LIST = '/v2/drfq/lists/:list/'
const netPrice = (at: number): Omit<Act, 'makes'> => ({ method: 'PUT', path: `${LIST}net_price/`, body: { net_price: at.toFixed(1) } })

/** Net prices and quotes of lines that are too far away to trade, and their cancellations. */
const pricingLists: Acting = (chance, place) => {
  const what = chance.below(10)
  if (what < 4) return netPrice(35 + chance.below(5))
  if (what < 6) return { method: 'DELETE', path: `${LIST}net_price/` }
  return {
    ...directQuote(chance.oneOf([':list1', ':list2']), { side: 'SELL', at: far('SELL'), quantity: '50', isHidden: false }),
    makes: `${place}`,
  }
}

/** Quotes that only the taker may learn of, with declines and list prices in between. */
const makingOrDeclining: Acting = (chance, place, made) =>
  made.length > 0 && chance.happens(0.4)
    ? pricingLists(chance, place, made)
    : made.length > 0 && chance.happens(0.25)
      ? { method: 'POST', path: '/v2/drfq/rfqs/:asked/decline/', body: { reason: chance.oneOf(['SIZE', 'RISK']) } }
      : quoting(':asked', false)(chance, place, made)

/** The dollars above which MERL requires approval. No other order of a day is worth as much. */
export const APPROVAL_ABOVE = '200000000'
const ABOVE = '3000'

/** Hidden orders that are too far away to trade. Each waits for approval, and some are approved, declined or withdrawn. */
const holding: Acting = (chance, place, made) => {
  const side = chance.oneOf(sides)
  if (made.length === 0 || chance.happens(0.4))
    return { ...marketQuote({ side, at: far(side), quantity: ABOVE, isHidden: true }), makes: `${place}`, person: 'SENDER' }
  const verb = chance.oneOf(['approve', 'approve', 'decline', 'withdraw'] as const)
  const person = verb === 'withdraw' ? 'SENDER' : 'APPROVER'
  return { method: 'POST', path: `${HELD}:${chance.oneOf(made)}/${verb}/`, person }
}
const HELD = '/v2/protection/held_requests/'

const secrets: Readonly<Record<SecretName, Secret>> = {
  HIDDEN_IN_BOOK: { by: 'MERL', act: quoting(':market', true) },
  HIDDEN_IN_REQUEST: { by: 'MERL', act: quoting(':named', true) },
  FINDS_NOTHING: { by: 'MERL', act: passingBy },
  OF_ANOTHER_MAKER: { by: 'MERL', act: makingOrDeclining },
  DRAFTS: { by: 'ORRY', act: drafting },
  HELD_REQUESTS: { by: 'MERL', act: holding },
}
const secretNames = Object.keys(secrets) as SecretName[]

const terms = (counterparties: readonly Desk[]) => ({
  ...{ venue: 'DBT', quantity: '1000', counterparties, is_taker_anonymous: counterparties.length === 3, account_name: 'main' },
  ...{ legs: ':legs', good_for_seconds: 60, label: 'own words' },
})
const listTerms = {
  ...{ venue: 'DBT', counterparties: ['KEST', 'MERL'], account_name: 'main', good_for_seconds: 60, name: 'own words', shows_sides: true },
  lines: [
    { row: 2, side: 'BUY', quantity: '1000', legs: ':legs' },
    { row: 5, side: 'BUY', quantity: '500', legs: ':legs' },
  ],
}
const beginning: readonly Step[] = [
  { afterMs: 1, as: 'ORRY', method: 'POST', path: '/v2/drfq/rfqs/', body: terms(['KEST', 'LARK', 'MERL']), makes: 'asked' },
  // LARK does not receive the RFQ.
  { afterMs: 4_000, as: 'ORRY', method: 'POST', path: '/v2/drfq/rfqs/', body: terms(['KEST', 'MERL']), makes: 'named' },
  // LARK does not receive the list.
  { afterMs: 4_000, as: 'ORRY', method: 'POST', path: '/v2/drfq/lists/', body: listTerms, makes: 'list' },
  { afterMs: 4_000, as: 'ORRY', method: 'POST', path: '/v1/ob/rfqs/', body: { venue: 'DBT', legs: ':legs' }, makes: 'market' },
]

/** Actions of the makers without secrets, and of the taker. Some of them are refused. */
function openAct(chance: Chance, place: number, done: readonly Step[]): Act & Pick<Step, 'as'> {
  const maker = chance.oneOf(['KEST', 'LARK'] as const)
  const side = chance.oneOf(sides)
  const quote = { side, at: near(chance), isHidden: chance.happens(0.2) }
  /** A recent one of the maker's own, or one that does not exist. */
  const earlierAt = (path: string): string => `:${chance.oneOf(['0', ...madeBy(done, maker, path).slice(-3)])}`
  const makes = `${place}`
  const direct = chance.oneOf([':asked', ':named'])
  if (chance.happens(0.3)) return openSpreadAct(chance, place, done, chance.oneOf([maker, 'ORRY']))
  const what = chance.below(17)
  if (what === 13) return { as: maker, ...netPrice(44 + chance.below(3)) }
  if (what === 14) return { as: maker, method: 'DELETE', path: `${LIST}net_price/` }
  if (what === 15) return { as: maker, ...directQuote(chance.oneOf([':list1', ':list2']), { ...quote, side: 'SELL', isHidden: false, quantity: '500' }), makes } // prettier-ignore
  if (what === 16) {
    const lines = [1, 2].map((line) => ({ line, price: chance.oneOf(['0.028', '0.034']) }))
    return { as: 'ORRY', method: 'POST', path: `${LIST}trade/`, body: { way: chance.oneOf(['BEST_PER_LINE', 'ALL_OR_NONE']), lines } }
  }
  if (what < 3) return { as: maker, ...directQuote(direct, { ...quote, quantity: '100' }), makes }
  if (what < 6) return { as: maker, ...marketQuote({ ...quote, quantity: SIZE, isPostOnly: chance.happens(0.3) }), makes }
  if (what < 7) return { as: maker, method: 'DELETE', path: `/v2/drfq/orders/${earlierAt('/v2/drfq/orders/')}/` }
  if (what < 8) return { as: maker, method: 'DELETE', path: `/v1/ob/quotes/${earlierAt('/v1/ob/rfqs/:market/quotes/')}/` }
  if (what < 9)
    return {
      as: maker,
      method: 'PUT',
      path: `/v2/drfq/orders/${earlierAt('/v2/drfq/orders/')}/`,
      body: { quantity: '50', legs: legsAt(near(chance)) },
    }
  if (what < 10) return { as: maker, method: 'DELETE', path: `/v1/ob/quotes/?side=${side}` }
  const price = (side === 'BUY' ? 0.04 : 0.02).toFixed(3)
  if (what < 12) {
    const body = { rfq_id: direct, side, quantity: SIZE, price, time_in_force: 'FILL_OR_KILL', account_name: 'main' }
    return { as: 'ORRY', method: 'POST', path: '/v2/drfq/orders/', body, makes }
  }
  const body = { execution_side: side, limit_price: price, quantity: SIZE, account: 'main' }
  return { as: 'ORRY', method: 'POST', path: '/v1/grfq/rfqs/:market/orders/', body, makes }
}

function openSpreadAct(chance: Chance, place: number, done: readonly Step[], as: Ticker): Act & Pick<Step, 'as'> {
  const terms = { side: chance.oneOf(sides), price: aboutMark(chance) }
  const own = done.flatMap((step) => (step.as === as && step.secret === undefined && step.path.startsWith(SPREAD_ORDERS) && step.makes !== undefined ? [step.makes] : [])) // prettier-ignore
  const earlier = `:${chance.oneOf(['0', ...own.slice(-3)])}`
  const what = chance.below(10)
  if (what < 2) return { as, method: 'DELETE', path: `${SPREAD_ORDERS}${earlier}/` }
  if (what < 4)
    return { as, method: 'POST', path: `${SPREAD_ORDERS}${earlier}/replace/`, body: { price: String(terms.price) }, makes: `${place}` }
  const more = chance.oneOf([{}, { post_only: true }, { time_in_force: 'IMMEDIATE_OR_CANCEL' }])
  return { as, ...spreadOrder({ ...terms, ...more }), makes: `${place}` }
}

const madeBy = (done: readonly Step[], desk: Ticker, path: string): readonly string[] =>
  done.flatMap((step) => (step.as === desk && step.path === path && step.makes !== undefined ? [step.makes] : []))

/** A publicly visible step has its own millisecond, and secret steps may have happened in it before or after. */
export function timeTo(
  chance: Chance,
  isSecret: boolean,
  steps: readonly { readonly isSecret: boolean; readonly afterMs: number }[],
): number {
  const isOwn = !isSecret && steps.slice(steps.findLastIndex((step) => !step.isSecret) + 1).every(({ afterMs }) => afterMs === 0)
  return isOwn ? 1 + chance.below(400) : chance.below(2) * chance.below(400)
}

type Kind = SecretName | 'PUBLIC' | 'EITHER'
const times = (kind: Kind, count: number): readonly Kind[] => Array.from({ length: count }, () => kind)

/** The kinds of all steps in random order, so that each secret always has as many. */
function kindsOf(chance: Chance): readonly Kind[] {
  const ofSecrets = secretNames.flatMap((name) => times(name, STEPS.ofSecret))
  const left = [...times('PUBLIC', STEPS.public), ...times('EITHER', STEPS.either), ...ofSecrets]
  return Array.from({ length: left.length }, () => left.splice(chance.below(left.length), 1)[0]!)
}

export function dayOf(seed: number): readonly Step[] {
  const chance = chanceFrom(seed)
  const steps = [...beginning]
  for (const [at, kind] of kindsOf(chance).entries()) {
    const place = at + 1
    const secret = kind === 'PUBLIC' || kind === 'EITHER' ? undefined : kind
    const before = steps.map((step) => ({ afterMs: step.afterMs, isSecret: step.secret !== undefined }))
    const afterMs = timeTo(chance, secret !== undefined, before)
    const madeIf = (fits: (step: Step) => boolean) => steps.flatMap((step) => (fits(step) && step.makes !== undefined ? [step.makes] : []))
    if (secret !== undefined) {
      const { by, act } = secrets[secret]
      steps.push({ afterMs, secret, as: by, ...act(chance, place, madeIf((step) => step.secret === secret)) }) // prettier-ignore
    } else if (kind === 'EITHER')
      steps.push({
        afterMs,
        as: 'EITHER',
        ...tradingSpreads(
          chance,
          place,
          madeIf(({ as }) => as === 'EITHER'),
        ),
      })
    else steps.push({ afterMs, ...openAct(chance, place, steps) })
  }
  return steps
}
