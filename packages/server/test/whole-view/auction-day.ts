/**
 * A seeded random day of auctions: two vaults open five, desks bid in them, one desk does so in secret, the vaults decide and the chain settles. Ids
 * are replaced by names (`:first`, `:7`), so that the same day can be run on another installation and without its secrets.
 */
import { chanceFrom, type Chance } from '../trading-day/chance.ts'
import { timeTo } from './day.ts'
import { decisionOn, type Decisions } from './auction-decisions.ts'
import {
  auctionNames,
  BY,
  vaultOf,
  VIEWERS,
  type AuctionName,
  type AuctionStep,
  type AuctionTicker,
  type Call,
  type Drawn,
  type Opening,
} from './auction-step.ts'

const STEPS = 60

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
  { auction: 'fourth', startsInMs: 0, endsInMs: 32_000, awards: 'ONE' },
  { auction: 'fifth', startsInMs: 0, endsInMs: 36_000, awards: 'SEVERAL' },
]

const isDivided = (auction: AuctionName): boolean => auction === 'second' || auction === 'fifth'
const partOf = (chance: Chance, auction: AuctionName): { readonly quantity?: string } =>
  isDivided(auction) ? { quantity: String(1 + chance.below(9)) } : {}

type Draws = { readonly chance: Chance; readonly place: number; readonly done: readonly AuctionStep[] }

const madeBy = (done: readonly AuctionStep[], desk: AuctionTicker): readonly string[] =>
  done.flatMap(({ as, kind, makes }) => (as === desk && kind === 'BID' && makes !== undefined ? [makes] : []))

function secretAct({ chance, place, done }: Draws): Drawn {
  const auction = chance.oneOf(auctionNames)
  const price = String(2 + chance.below(LEAST_OPEN - 2))
  const nonce = SECRET_NONCES + place
  const what = chance.below(10)
  if (what < 7) {
    const signedBy = chance.oneOf(['WALLET', 'DELEGATE'] as const)
    return { kind: 'BID', as: BY, auction, price, nonce, ...partOf(chance, auction), signedBy, makes: `${place}` }
  }
  if (what < 9) return { kind: 'CALL', as: BY, method: 'DELETE', path: `${quotes}:${chance.oneOf(['0', ...madeBy(done, BY)])}/` }
  const body = { account: 'hot', price, nonce, ...partOf(chance, auction) }
  return { kind: 'CALL', as: BY, method: 'POST', path: `${rfqs}:${auction}/pricing/`, body }
}

/** Actions of two bidding desks and the vaults, in their own auctions and in others, including actions that they may not take. Some of them are refused. */
function openAct({ chance, place, done }: Draws): Drawn {
  const as = chance.oneOf(['KEST', 'ORRY'] as const)
  const auction = chance.oneOf(auctionNames)
  const price = String(LEAST_OPEN + chance.below(4))
  const anybodys = `:${chance.oneOf(['0', ...done.flatMap(({ kind, makes }) => (kind === 'BID' ? [makes!] : []))])}`
  const call = (by: AuctionTicker, method: Call['method'], path: string, body?: object): Drawn =>
    body === undefined ? { kind: 'CALL', as: by, method, path } : { kind: 'CALL', as: by, method, path, body }
  const vault = chance.oneOf(['VAUL', 'LARK'] as const)
  const what = chance.below(16)
  if (what < 5) {
    const signedBy = as === 'KEST' ? chance.oneOf(['WALLET', 'DELEGATE', 'NOBODY'] as const) : chance.oneOf(['WALLET', 'NOBODY'] as const)
    return { kind: 'BID', as, auction, price, nonce: place, ...partOf(chance, auction), signedBy, makes: `${place}` }
  }
  if (what < 7) return call(as, 'DELETE', `${quotes}:${chance.oneOf(['0', ...madeBy(done, as)])}/`)
  if (what < 9) return call(chance.oneOf(['LARK', 'VAUL', as]), 'DELETE', `${quotes}${anybodys}/`)
  if (what < 11) return call(vault, 'POST', `${rfqs}:${auction}/orders/`, { quote_id: anybodys })
  if (what < 12) return call(vault, 'GET', `${rfqs}:${auction}/quotes/`)
  if (what < 13) return call(vault, 'POST', rfqs, { venue: 'RBN', domain: ':domain', swap_id: `:offer of ${auction}` })
  if (what < 14) return call(as, 'DELETE', `${rfqs}:${auction}/`)
  if (what < 15) return call(vault, 'PATCH', `/v1/vrfq/trades/${anybodys}/`, { status: 'REJECTED' })
  return call(as, 'POST', `${rfqs}:${auction}/orders/`, { quote_id: anybodys })
}

/** Every secret bid is requested by a desk that must not learn of it, and its nonce is named by the desk whose bids the same delegate signs. */
const asked = (chance: Chance, done: readonly AuctionStep[]): readonly AuctionStep[] =>
  done.flatMap((step): readonly AuctionStep[] => {
    if (step.kind !== 'BID' || step.as !== BY) return []
    const { auction, nonce, makes } = step
    const body = { account: 'hot', price: String(LEAST_OPEN), nonce, use_delegated_wallet: true, ...partOf(chance, auction) }
    const acts: readonly Drawn[] = [
      { kind: 'CALL', as: chance.oneOf(VIEWERS), method: 'DELETE', path: `${quotes}:${makes!}/` },
      { kind: 'CALL', as: 'KEST', method: 'POST', path: `${rfqs}:${auction}/pricing/`, body },
    ]
    return acts.map((act) => ({ afterMs: 1, isSecret: false, ...act }))
  })

export type AuctionDay = {
  readonly running: readonly AuctionStep[]
  /** Each auction that the vault decides, with the events after its end. */
  readonly decided: readonly Decisions[]
}

/** The last bids of a desk in an auction, which remain unless they are cancelled. */
const last = (as: AuctionTicker, auction: AuctionName, price: string, place: number, quantity?: string): AuctionStep => ({
  ...{ kind: 'BID', as, isSecret: as === BY, afterMs: 1, auction, price, nonce: place, signedBy: 'WALLET', makes: `${place}` },
  ...(quantity === undefined ? {} : { quantity }),
})

/** Two public bids that are better than all secret ones, under the numbers from `place` on. */
function standingIn(auction: AuctionName, best: AuctionTicker, place: number): readonly AuctionStep[] {
  const other = best === 'KEST' ? 'ORRY' : 'KEST'
  return isDivided(auction)
    ? [last(best, auction, String(LEAST_OPEN + 1), place, '4'), last(other, auction, String(LEAST_OPEN), place + 1, '6')]
    : [last(best, auction, String(LEAST_OPEN + 4), place), last(other, auction, String(LEAST_OPEN + 1), place + 1)]
}

/** The numbers of the best bid and of the next. */
const STANDING = { first: 901, second: 903, fourth: 905, fifth: 907 } as const
const decidedAuctions = Object.keys(STANDING) as readonly (keyof typeof STANDING)[]

export function auctionDayOf(seed: number): AuctionDay {
  const chance = chanceFrom(seed)
  const steps = openings.map((opening): AuctionStep => ({
    ...{ kind: 'OPEN', afterMs: 1, as: vaultOf[opening.auction], isSecret: false, makes: opening.auction },
    ...opening,
  }))
  for (let place = 1; place <= STEPS; place++) {
    const isSecret = chance.happens(0.4)
    const draws = { chance, place, done: steps }
    const afterMs = timeTo(chance, isSecret, steps)
    steps.push({ afterMs, isSecret, ...(isSecret ? secretAct(draws) : openAct(draws)) })
  }
  const probes = asked(chance, steps)
  const secretIn = (...auctions: readonly AuctionName[]): readonly string[] =>
    steps.flatMap((step) => (step.as === BY && step.kind === 'BID' && auctions.includes(step.auction) ? [step.makes!] : []))
  const standing = decidedAuctions.flatMap((auction) => standingIn(auction, chance.oneOf(['KEST', 'ORRY'] as const), STANDING[auction]))
  const call = (as: AuctionTicker, path: string): AuctionStep => ({
    ...{ kind: 'CALL', as, isSecret: as === BY, afterMs: 1, method: 'DELETE', path },
  })
  const canceled = secretIn('fourth', 'fifth').map((name) => call(BY, `${quotes}:${name}/`))
  const stays = [last(BY, 'first', '3', SECRET_NONCES + 61), last(BY, 'second', '3', SECRET_NONCES + 62, '5')]
  const decided = decidedAuctions.map((auction) => {
    const [best, next] = [`${STANDING[auction]}`, `${STANDING[auction] + 1}`]
    return decisionOn(chance, { auction, best, next }, secretIn(...auctionNames))
  })
  return { running: [...steps, ...probes, ...standing, call('VAUL', `${rfqs}:third/`), ...canceled, ...stays], decided }
}
