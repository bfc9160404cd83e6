/**
 * The book against its naive twin: seeded operations, with every result compared. PARLEY_SEED=<seed> repeats a failure; PARLEY_MATCHES=<n> sets the
 * number of operations.
 */
import { describe, expect, it } from 'vitest'
import { chanceFrom, type Chance } from '../../test/random-day.ts'
import { opposite, type Side } from '../structure/structure.ts'
import { Book, type BookEntry, type MatchingBook, type RestingOrder } from './book.ts'
import { ForkedBook } from './forked-book.ts'
import { planMatch, type Incoming, type Plan, type Terms } from './match.ts'
import { deskNumber, NaiveBook, type AnyBook } from '../../test/naive-book.ts'

const OPERATIONS = Number(process.env['PARLEY_MATCHES'] ?? 60_000)
/** The first is small enough for the twin to be fast, and has queues at its prices. The second has many prices. */
const shallow = { least: 3, most: 60, prices: 15 } as const
const deep = { least: 200, most: 300, prices: 300 } as const
type Shape = { readonly least: number; readonly most: number; readonly prices: number }
const MINIMUM = 25
const FORKED_EVERY = 100
const sides: readonly Side[] = ['BUY', 'SELL']

type Both = { readonly fast: MatchingBook<number>; readonly slow: NaiveBook; readonly ids: number[]; readonly shape: Shape; next: number }

const order = (id: number, side: Side, price: number, quantity: number, owner = 1): BookEntry<number> => ({
  id,
  owner: deskNumber(owner),
  side,
  price,
  quantity,
  isHidden: false,
})

const priceBy = ({ prices }: Shape, chance: Chance): number => chance.below(prices) - Math.floor(prices / 2)

const orderBy = (id: number, shape: Shape, chance: Chance): BookEntry<number> => ({
  ...order(id, chance.oneOf(sides), priceBy(shape, chance), MINIMUM + chance.below(100), chance.below(6)),
  isHidden: chance.happens(0.2),
})

function queueOf(book: AnyBook, side: Side): readonly BookEntry<number>[] {
  if (book instanceof NaiveBook) return book.queue(side)
  const all: BookEntry<number>[] = []
  for (let one: RestingOrder<number> | undefined = book.first(side); one !== undefined; one = one.next) all.push(plainly(one))
  return all
}

/** The order without its links in the book. */
const plainly = ({ id, owner, side, price, quantity, isHidden }: BookEntry<number>): BookEntry<number> => ({
  id,
  owner,
  side,
  price,
  quantity,
  isHidden,
})

const planned = ({ fills, left, blocked }: Plan<BookEntry<number>>): Plan<BookEntry<number>> => ({
  fills: fills.map(({ resting, quantity }) => ({ resting: plainly(resting), quantity })),
  left,
  blocked: blocked.map(plainly),
})

/** A substitute for protections: it allows everything, nothing, less than a block or a part, and gives the same result for the same question. */
const moody: NonNullable<Terms<BookEntry<number>>['allowed']> = ({ id }, wanted) => {
  const mood = Math.imul(id, 2_654_435_761) >>> 28
  return mood < 9 ? wanted : mood < 11 ? 0 : mood < 13 ? MINIMUM - 1 : Math.min(wanted, Math.max(MINIMUM, wanted - 10))
}

function meet({ fast, slow, ids, shape }: Both, chance: Chance): number {
  const limit = chance.happens(0.1) ? undefined : priceBy(shape, chance)
  const isWhole = chance.happens(0.4)
  const quantity = chance.below(isWhole && chance.happens(0.5) ? 80 : 400) + 1
  const incoming: Incoming = { owner: deskNumber(chance.below(6)), side: chance.oneOf(sides), limit, quantity, isWhole }
  const terms = chance.happens(0.5) ? { minimum: MINIMUM } : { minimum: MINIMUM, allowed: moody }
  const plan = planMatch(fast.first(opposite(incoming.side)), incoming, terms)
  expect(planned(plan)).toEqual(slow.plan(incoming, terms))
  for (const { resting, quantity } of plan.fills) {
    for (const book of [fast, slow]) {
      book.reduce(resting.id, quantity)
      const rest = book.get(resting.id)
      if (rest !== undefined && rest.quantity < MINIMUM) book.remove(resting.id)
    }
    if (fast.get(resting.id) === undefined) ids.splice(ids.indexOf(resting.id), 1)
  }
  return plan.fills.length
}

function reduceOne({ fast, slow, ids }: Both, chance: Chance): void {
  const id = chance.oneOf(ids)
  const by = chance.below(fast.get(id)!.quantity + 1)
  fast.reduce(id, by)
  slow.reduce(id, by)
  if (fast.get(id) === undefined) ids.splice(ids.indexOf(id), 1)
}

function step(both: Both, chance: Chance): number {
  const { fast, slow, ids, shape } = both
  const roll = chance.next()
  if (ids.length < shape.least || (roll < 0.45 && ids.length < shape.most)) {
    const one = orderBy(both.next++, shape, chance)
    fast.add(one)
    slow.add(one)
    ids.push(one.id)
    return 0
  }
  if (roll < 0.55) reduceOne(both, chance)
  else if (roll < 0.75) {
    const [id] = ids.splice(chance.below(ids.length), 1)
    fast.remove(id!)
    slow.remove(id!)
  } else return meet(both, chance)
  return 0
}

function live(seed: number, operations: number, shape: Shape): number {
  const chance = chanceFrom(seed)
  const both: Both = { fast: new Book(), slow: new NaiveBook(), ids: [], shape, next: 1 }
  let fills = 0
  for (let n = 0; n < operations; n++) {
    fills += step(both, chance)
    for (const side of sides) if (both.fast.best(side) !== both.slow.best(side)) throw new Error(`the best ${side} differs at ${n}`)
    if (n % 10 === 0) for (const side of sides) expect(queueOf(both.fast, side)).toEqual(both.slow.queue(side))
    if (n % FORKED_EVERY === 0) askFork(both, chance)
    if (both.fast.size !== both.slow.size || both.fast.size !== both.ids.length) throw new Error(`the sizes differ at ${n}`)
  }
  return fills
}

describe('10.6 the book and its slow twin', () => {
  const seed = Number(process.env['PARLEY_SEED'] ?? Math.floor(Math.random() * 2 ** 32))

  it(`10.7, 10.13, 5.24 answer alike to ${OPERATIONS} operations (PARLEY_SEED=${seed})`, { timeout: 30_000 + OPERATIONS }, () => {
    expect(live(seed, OPERATIONS, shallow)).toBeGreaterThan(OPERATIONS / 20)
  })

  const few = Math.ceil(OPERATIONS / 60)
  it(`10.6 answer alike to ${few} with hundreds of prices (PARLEY_SEED=${seed})`, { timeout: 30_000 + OPERATIONS }, () => {
    expect(live(seed, few, deep)).toBeGreaterThan(few / 20)
  })
})

/** A what-if question: some operations on a fork, after which the book itself is unchanged. */
function askFork({ fast, slow, ids, shape, next }: Both, chance: Chance): void {
  const fork: Both = { fast: new ForkedBook(fast), slow: new NaiveBook(slow), ids: [...ids], shape, next }
  const before = sides.map((side) => queueOf(fast, side))
  for (let n = chance.below(12); n >= 0; n--) {
    step(fork, chance)
    for (const side of sides) expect(queueOf(fork.fast, side)).toEqual(fork.slow.queue(side))
    for (const id of [...ids, ...fork.ids]) expect(fork.fast.get(id)?.quantity).toBe(fork.slow.get(id)?.quantity)
    expect([fork.fast.size, ...sides.map((side) => fork.fast.best(side))]).toEqual([
      fork.slow.size,
      ...sides.map((side) => fork.slow.best(side)),
    ])
  }
  expect(sides.map((side) => queueOf(fast, side))).toEqual(before)
}

describe.each<[string, () => AnyBook]>([
  ['the book', () => new Book<number>()],
  ['a fork of an empty book', () => new ForkedBook(new Book<number>())],
  ['its slow twin', () => new NaiveBook()],
])('%s', (_name, make) => {
  const withThree = (): AnyBook => {
    const book = make()
    for (const one of [order(1, 'BUY', 5, 50), order(2, 'BUY', 6, 50), order(3, 'BUY', 5, 50)]) book.add(one)
    return book
  }
  const ids = (book: AnyBook, side: Side) => queueOf(book, side).map(({ id }) => id)

  it('10.6 has the best price first, then who came first', () => {
    const book = withThree()
    for (const one of [order(4, 'SELL', 9, 50), order(5, 'SELL', 8, 50), order(6, 'SELL', 9, 50)]) book.add(one)
    expect([ids(book, 'BUY'), ids(book, 'SELL')]).toEqual([
      [2, 1, 3],
      [5, 4, 6],
    ])
    expect([book.best('BUY'), book.best('SELL')]).toEqual([6, 8])
  })

  it('10.12 keeps the place of what becomes less, and loses what becomes nothing', () => {
    const book = withThree()
    book.reduce(1, 20)
    expect(ids(book, 'BUY')).toEqual([2, 1, 3])
    book.reduce(1, 30)
    expect(ids(book, 'BUY')).toEqual([2, 3])
    book.remove(2)
    expect([book.best('BUY'), book.size, book.get(2)]).toEqual([5, 1, undefined])
  })

  it('throws at what only a bug asks for', () => {
    const book = withThree()
    for (const wrong of [() => book.add(order(1, 'SELL', 9, 1)), () => book.remove(9), () => book.reduce(9, 1), () => book.reduce(1, 51)])
      expect(wrong).toThrow()
    expect(book.size).toBe(3)
  })
})
