/**
 * A seeded random day of auctions: a vault opens three, desks bid in them, one desk does so in secret, the vault decides and the chain settles. Ids
 * are replaced by names (`:first`, `:7`), so that the same day can be run on another installation and without its secrets.
 */
import { chanceFrom, type Chance } from '../trading-day/chance.ts'
import { timeTo } from './day.ts'
import { decisionsOn, type Decisions } from './auction-decisions.ts'
import {
  auctionNames,
  type AuctionName,
  type AuctionSecret,
  type AuctionStep,
  type AuctionTicker,
  type Call,
  type Drawn,
  type Opening,
} from './auction-step.ts'

const STEPS = 40

export const auctionSecrets: readonly AuctionSecret[] = [
  {
    title: "19.8 another desk's bids, which stand at the end: from its vault until then, from everybody else for good",
    by: 'MERL',
    viewers: ['VAUL', 'KEST', 'LARK', 'ORRY'],
    atTheEnd: 'STANDS',
  },
  {
    title: "19.8 another desk's bids, which are taken back before the end or cancelled with their auction: from everybody for good",
    by: 'MERL',
    viewers: ['VAUL', 'KEST', 'LARK', 'ORRY'],
    atTheEnd: 'IS_TAKEN_BACK',
  },
]

/** Public bids are better than secret bids that remain. */
const LEAST_OPEN = 5
/** Nonces of secret bids, so that none is used by another bid. */
const SECRET_NONCES = 1_000

const rfqs = '/v1/vrfq/rfqs/'
const quotes = '/v1/vrfq/quotes/'
const openings: readonly Omit<Opening, 'kind'>[] = [
  { auction: 'first', startsInMs: 0, endsInMs: 20_000, awards: 'ONE' },
  { auction: 'second', startsInMs: 1_500, endsInMs: 24_000, awards: 'SEVERAL' },
  { auction: 'third', startsInMs: 0, endsInMs: 28_000, awards: 'ONE' },
]

const partOf = (chance: Chance, auction: AuctionName): { readonly quantity?: string } =>
  auction === 'second' ? { quantity: String(1 + chance.below(9)) } : {}

type Draws = { readonly chance: Chance; readonly place: number; readonly done: readonly AuctionStep[] }

const madeBy = (done: readonly AuctionStep[], desk: AuctionTicker): readonly string[] =>
  done.flatMap(({ as, kind, makes }) => (as === desk && kind === 'BID' && makes !== undefined ? [makes] : []))

function secretAct({ chance, place, done }: Draws, { by }: AuctionSecret): Drawn {
  const auction = chance.oneOf(auctionNames)
  const price = String(2 + chance.below(LEAST_OPEN - 2))
  const nonce = SECRET_NONCES + place
  const what = chance.below(10)
  if (what < 7) {
    const signedBy = chance.oneOf(['WALLET', 'DELEGATE'] as const)
    return { kind: 'BID', as: by, auction, price, nonce, ...partOf(chance, auction), signedBy, makes: `${place}` }
  }
  if (what < 9) return { kind: 'CALL', as: by, method: 'DELETE', path: `${quotes}:${chance.oneOf(['0', ...madeBy(done, by)])}/` }
  const body = { account: 'hot', price, nonce, ...partOf(chance, auction) }
  return { kind: 'CALL', as: by, method: 'POST', path: `${rfqs}:${auction}/pricing/`, body }
}

/** Actions of two bidding desks, one that does not bid, and the vault, including actions that they may not take. Some of them are refused. */
function openAct({ chance, place, done }: Draws): Drawn {
  const as = chance.oneOf(['KEST', 'ORRY'] as const)
  const auction = chance.oneOf(auctionNames)
  const price = String(LEAST_OPEN + chance.below(4))
  const anybodys = `:${chance.oneOf(['0', ...done.flatMap(({ kind, makes }) => (kind === 'BID' ? [makes!] : []))])}`
  const call = (by: AuctionTicker, method: Call['method'], path: string, body?: object): Drawn =>
    body === undefined ? { kind: 'CALL', as: by, method, path } : { kind: 'CALL', as: by, method, path, body }
  const what = chance.below(16)
  if (what < 5) {
    const signedBy = as === 'KEST' ? chance.oneOf(['WALLET', 'DELEGATE', 'NOBODY'] as const) : chance.oneOf(['WALLET', 'NOBODY'] as const)
    return { kind: 'BID', as, auction, price, nonce: place, ...partOf(chance, auction), signedBy, makes: `${place}` }
  }
  if (what < 7) return call(as, 'DELETE', `${quotes}:${chance.oneOf(['0', ...madeBy(done, as)])}/`)
  if (what < 9) return call(chance.oneOf(['LARK', 'VAUL', as]), 'DELETE', `${quotes}${anybodys}/`)
  if (what < 11) return call('VAUL', 'POST', `${rfqs}:${auction}/orders/`, { quote_id: anybodys })
  if (what < 12) return call('VAUL', 'GET', `${rfqs}:${auction}/quotes/`)
  if (what < 13) return call('VAUL', 'POST', rfqs, { venue: 'RBN', domain: ':domain', swap_id: `:offer of ${auction}` })
  if (what < 14) return call('LARK', 'DELETE', `${rfqs}:${auction}/`)
  if (what < 15) return call(chance.oneOf(['LARK', 'VAUL']), 'PATCH', `/v1/vrfq/trades/${anybodys}/`, { status: 'REJECTED' })
  return call('LARK', 'POST', `${rfqs}:${auction}/orders/`, { quote_id: anybodys })
}

/** Every secret bid is requested by a desk that must not learn of it, and its nonce is named by the desk whose bids the same delegate signs. */
const asked = (chance: Chance, done: readonly AuctionStep[], { by, viewers }: AuctionSecret): readonly AuctionStep[] =>
  done.flatMap((step): readonly AuctionStep[] => {
    if (step.kind !== 'BID' || step.as !== by) return []
    const { auction, nonce, makes } = step
    const body = { account: 'hot', price: String(LEAST_OPEN), nonce, use_delegated_wallet: true, ...partOf(chance, auction) }
    const acts: readonly Drawn[] = [
      { kind: 'CALL', as: chance.oneOf(viewers), method: 'DELETE', path: `${quotes}:${makes!}/` },
      { kind: 'CALL', as: 'KEST', method: 'POST', path: `${rfqs}:${auction}/pricing/`, body },
    ]
    return acts.map((act) => ({ afterMs: 1, isSecret: false, ...act }))
  })

export type AuctionDay = {
  readonly running: readonly AuctionStep[]
  /** Each auction that the vault decides, with the events after its end. */
  readonly decided: readonly Decisions[]
}

export function auctionDayOf(seed: number, secret: AuctionSecret): AuctionDay {
  const chance = chanceFrom(seed)
  const steps = openings.map((opening): AuctionStep => ({
    kind: 'OPEN',
    afterMs: 1,
    as: 'VAUL',
    isSecret: false,
    makes: opening.auction,
    ...opening,
  }))
  for (let place = 1; place <= STEPS; place++) {
    const isSecret = chance.happens(0.4)
    const draws = { chance, place, done: steps }
    const afterMs = timeTo(chance, isSecret, steps)
    steps.push({ afterMs, isSecret, ...(isSecret ? secretAct(draws, secret) : openAct(draws)) })
  }
  const probes = asked(chance, steps, secret)
  const ofSecret = madeBy(steps, secret.by)
  const [best, next] = [chance.oneOf(['KEST', 'ORRY'] as const), String(LEAST_OPEN + 1)]
  const other = best === 'KEST' ? 'ORRY' : 'KEST'
  const last = (by: AuctionTicker, auction: AuctionName, price: string, place: number, quantity?: string): AuctionStep => ({
    ...{ kind: 'BID', as: by, isSecret: by === secret.by, afterMs: 1, auction, price, nonce: place, signedBy: 'WALLET' },
    ...(quantity === undefined ? { makes: `${place}` } : { makes: `${place}`, quantity }),
  })
  const standing = [
    last(best, 'first', String(LEAST_OPEN + 4), 51),
    last(other, 'first', next, 52),
    last(best, 'second', next, 53, '4'),
    last(other, 'second', String(LEAST_OPEN), 54, '6'),
  ]
  const cancel: AuctionStep = { kind: 'CALL', as: 'VAUL', isSecret: false, afterMs: 1, method: 'DELETE', path: `${rfqs}:third/` }
  const takenBack = ofSecret.map((name): AuctionStep => ({ kind: 'CALL', as: secret.by, isSecret: true, afterMs: 1, method: 'DELETE', path: `${quotes}:${name}/` })) // prettier-ignore
  const stays = [last(secret.by, 'first', '3', SECRET_NONCES + 61), last(secret.by, 'second', '3', SECRET_NONCES + 62, '5')]
  return {
    running: [...steps, ...probes, ...standing, cancel, ...(secret.atTheEnd === 'STANDS' ? stays : takenBack)],
    decided: decisionsOn(chance, secret, { first: ['51', '52'], second: ['53', '54'] }, ofSecret),
  }
}
