/**
 * One book in process, and 500 of them: every check of an order, then matching by price and time, compared with nodejs-order-book on exactly the same
 * stream.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Book, opposite, ownInTheWay, planMatch, type DeskId, type Side } from '@parley/core'
import { OrderBook, Side as PeerSide } from 'nodejs-order-book'
import { median, percentile } from './figures.ts'
import { desks, streamOf, type Operation } from './matching-stream.ts'
import type { Bench, Row } from './row.ts'

const OPERATIONS = 200_000
const ROUNDS = 9
/** Long enough for both sides to be fully compiled. */
const WARM_UP = 3
/** Part of the stream, for books that persist from round to round. */
const KEPT = 20_000
const MINIMUM = 25
const INCREMENT = 1
const TICK = 1
const LAYERS = 10_000
/** The maximum number of listed strategies. */
const MANY = 500

type Limit = Extract<Operation, { kind: 'LIMIT' }>
type Market = Extract<Operation, { kind: 'MARKET' }>
type Cancel = Extract<Operation, { kind: 'CANCEL' }>

/** Desks have the same numbers in all books, so that counting their orders in a book takes a few bytes. */
const numbers: ReadonlyMap<DeskId, number> = new Map(desks.map((desk, n) => [desk, n]))
const restingAt = (book: number, owner: DeskId): number => book * desks.length + numbers.get(owner)!

const peerSide: Readonly<Record<Side, PeerSide>> = { BUY: PeerSide.BUY, SELL: PeerSide.SELL }

type Matcher = { match(operation: Operation): number }

/** Checks the quantity, the price, the desk's order limit and its own side, then matches; the remainder rests (rulebook 10.3 to 10.13). */
class Ours implements Matcher {
  readonly #books: readonly Book<number>[]
  readonly #resting: Uint16Array

  constructor(books: number) {
    this.#books = Array.from({ length: books }, () => new Book())
    this.#resting = new Uint16Array(books * desks.length)
  }

  match(operation: Operation): number {
    switch (operation.kind) {
      case 'CANCEL':
        return this.#cancel(operation)
      case 'MARKET':
        return operation.quantity < MINIMUM ? 0 : operation.quantity - this.#trade(operation, undefined)
      case 'LIMIT':
        return this.#isRefused(operation) ? 0 : this.#place(operation)
    }
  }

  #cancel({ book: at, id, owner }: Cancel): number {
    const book = this.#books[at]!
    if (book.get(id)?.owner !== owner) return 0
    book.remove(id)
    this.#resting[restingAt(at, owner)]! -= 1
    return 0
  }

  #isRefused({ book: at, id, owner, side, price, quantity }: Limit): boolean {
    const book = this.#books[at]!
    return (
      quantity < MINIMUM ||
      quantity % INCREMENT !== 0 ||
      price <= 0 ||
      price % TICK !== 0 ||
      book.get(id) !== undefined ||
      this.#resting[restingAt(at, owner)]! >= LAYERS ||
      ownInTheWay(book.first(opposite(side)), { owner, side, limit: price }) !== undefined
    )
  }

  #place(operation: Limit): number {
    const { book: at, id, owner, side, price, quantity } = operation
    const left = this.#trade(operation, price)
    if (left < MINIMUM) return quantity - left
    this.#books[at]!.add({ id, owner, side, price, quantity: left, isHidden: false })
    this.#resting[restingAt(at, owner)]! += 1
    return quantity - left
  }

  /** Returns the remaining quantity. */
  #trade({ book: at, owner, side, quantity }: Limit | Market, limit: number | undefined): number {
    const book = this.#books[at]!
    const { fills, left } = planMatch(book.first(opposite(side)), { owner, side, limit, quantity }, { minimum: MINIMUM })
    for (const { resting: met, quantity: traded } of fills) {
      if (traded === met.quantity) this.#resting[restingAt(at, met.owner)]! -= 1
      book.reduce(met.id, traded)
    }
    return left
  }
}

class Theirs implements Matcher {
  readonly #books: readonly OrderBook[]

  constructor(books: number) {
    this.#books = Array.from({ length: books }, () => new OrderBook())
  }

  match(operation: Operation): number {
    const book = this.#books[operation.book]!
    switch (operation.kind) {
      case 'CANCEL':
        book.cancel(String(operation.id))
        return 0
      case 'MARKET': {
        const { quantityLeft } = book.market({ side: peerSide[operation.side], size: operation.quantity })
        return operation.quantity - quantityLeft
      }
      case 'LIMIT': {
        const { id, side, price, quantity } = operation
        const { quantityLeft } = book.limit({ id: String(id), side: peerSide[side], price, size: quantity })
        return quantity - quantityLeft
      }
    }
  }
}

setFlagsFromString('--expose-gc')
/** Before each run, so that neither side pays for the other's garbage. */
const collectGarbage = runInNewContext('gc') as () => void

/** The traded volume and the processor time it took. Equal volumes prove that both did the same work. */
function run(create: () => Matcher, stream: readonly Operation[]): { readonly volume: number; readonly seconds: number } {
  collectGarbage()
  const matcher = create()
  const began = process.threadCpuUsage()
  let volume = 0
  for (const operation of stream) volume += matcher.match(operation)
  const { user, system } = process.threadCpuUsage(began)
  return { volume, seconds: (user + system) / 1e6 }
}

/** Microseconds of each operation, including the clock's own time. */
function latencies(create: () => Matcher, stream: readonly Operation[]): Float64Array {
  collectGarbage()
  const matcher = create()
  const times = new Float64Array(stream.length)
  for (let at = 0; at < stream.length; at++) {
    const began = performance.now()
    matcher.match(stream[at]!)
    times[at] = (performance.now() - began) * 1_000
  }
  return times.subarray(stream.length / 4)
}

/** Some books persist, as in a running process: V8 discards compiled code with the last object of a shape, so each round would be compiled again. */
function keepShapes<T>(matchers: readonly Matcher[], stream: readonly Operation[], work: () => T): T {
  for (const matcher of matchers) for (const operation of stream.slice(0, KEPT)) matcher.match(operation)
  const done = work()
  // Using them after the work keeps them alive until then.
  if (matchers.some((matcher) => matcher.match(stream[0]!) < 0)) throw new Error('a volume is below zero')
  return done
}

function measure(books: number): readonly Row[] {
  const stream = streamOf(OPERATIONS, books)
  return keepShapes([new Ours(books), new Theirs(books)], stream, () => rowsOf(books, stream))
}

function rowsOf(books: number, stream: readonly Operation[]): readonly Row[] {
  const [create, createTheirs] = [() => new Ours(books), () => new Theirs(books)]
  const rounds = Array.from({ length: WARM_UP + ROUNDS }, () => ({ own: run(create, stream), peer: run(createTheirs, stream) })).slice(
    WARM_UP,
  )
  const { own, peer } = rounds[0]!
  const perSecond = (side: 'own' | 'peer') => OPERATIONS / median(rounds.map((round) => round[side].seconds))
  const [figure, other] = [perSecond('own'), perSecond('peer')]
  const times = [...latencies(create, stream)]
  const name = books === 1 ? 'one book' : `${books} books`
  const conditions =
    `${OPERATIONS} operations from one seed, in ${name}: 70 % limit, of which 15 % cross, 20 % cancel, 10 % market; median of ${ROUNDS} rounds after ${WARM_UP}, processor time of ` +
    `the one thread; volume traded ${own.volume} here, ${peer.volume} there`
  return [
    {
      what: `matching in process, all checks on, ${name}`,
      figure,
      unit: '/s',
      bar: `>= 10 x nodejs-order-book; is ${(figure / other).toFixed(1)} x`,
      beside: { what: 'nodejs-order-book', figure: other, unit: '/s' },
      conditions,
    },
    { what: `one operation, p99, ${name}`, figure: percentile(times, 99), unit: 'µs', bar: '<= 5 µs', conditions },
  ]
}

export const bench: Bench = { name: 'matching', run: () => Promise.resolve([1, MANY].flatMap(measure)) }
