/** One book in process, and 500 of them: every check an order passes, then price and time; beside nodejs-order-book on the very same stream. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Book, opposite, ownInTheWay, planMatch, type DeskId, type Side } from '@parley/core'
import { OrderBook, Side as PeerSide } from 'nodejs-order-book'
import { median, percentile } from './figures.ts'
import { desks, streamOf, type Operation } from './matching-stream.ts'
import type { Bench, Row } from './row.ts'

const OPERATIONS = 200_000
const ROUNDS = 5
const MINIMUM = 25
const INCREMENT = 1
const TICK = 1
const LAYERS = 10_000
/** As many strategies as may be listed. */
const MANY = 500

/** Desks are numbered once for all books, so that a book counts their orders in a few bytes. */
const numbers: ReadonlyMap<DeskId, number> = new Map(desks.map((desk, n) => [desk, n]))

type Matcher = (operation: Operation) => number

/** The quantity, the price, the room of the desk, its own side; then the match, and what is left rests (rulebook 10.3 to 10.13). */
function ours(): Matcher {
  const book = new Book<number>()
  const resting = new Uint16Array(desks.length)
  const add = (owner: DeskId, by: number): void => void (resting[numbers.get(owner)!]! += by)
  const isRefused = ({ id, owner, side, price, quantity }: Extract<Operation, { kind: 'LIMIT' }>): boolean =>
    quantity < MINIMUM ||
    quantity % INCREMENT !== 0 ||
    price <= 0 ||
    price % TICK !== 0 ||
    book.get(id) !== undefined ||
    resting[numbers.get(owner)!]! >= LAYERS ||
    ownInTheWay(book.first(opposite(side)), { owner, side, limit: price }) !== undefined
  const trade = (owner: DeskId, side: Side, limit: number | undefined, quantity: number): { left: number; traded: number } => {
    const { fills, left } = planMatch(book.first(opposite(side)), { owner, side, limit, quantity }, { minimum: MINIMUM })
    for (const { resting: met, quantity: traded } of fills) {
      if (traded === met.quantity) add(met.owner, -1)
      book.reduce(met.id, traded)
    }
    return { left, traded: quantity - left }
  }
  return (operation) => {
    switch (operation.kind) {
      case 'CANCEL': {
        const known = book.get(operation.id)
        if (known === undefined || known.owner !== operation.owner) return 0
        book.remove(operation.id)
        add(known.owner, -1)
        return 0
      }
      case 'MARKET':
        return operation.quantity < MINIMUM ? 0 : trade(operation.owner, operation.side, undefined, operation.quantity).traded
      case 'LIMIT': {
        if (isRefused(operation)) return 0
        const { id, owner, side, price, quantity } = operation
        const { left, traded } = trade(owner, side, price, quantity)
        if (left < MINIMUM) return traded
        book.add({ id, owner, side, price, quantity: left, isHidden: false })
        add(owner, 1)
        return traded
      }
    }
  }
}

function theirs(): Matcher {
  const book = new OrderBook()
  const sideOf = (side: Side) => (side === 'BUY' ? PeerSide.BUY : PeerSide.SELL)
  return (operation) => {
    switch (operation.kind) {
      case 'CANCEL':
        book.cancel(String(operation.id))
        return 0
      case 'MARKET': {
        const { quantityLeft } = book.market({ side: sideOf(operation.side), size: operation.quantity })
        return operation.quantity - quantityLeft
      }
      case 'LIMIT': {
        const { id, side, price, quantity } = operation
        const { quantityLeft } = book.limit({ id: String(id), side: sideOf(side), price, size: quantity })
        return quantity - quantityLeft
      }
    }
  }
}

/** One matcher for each book. */
function inBooks(books: number, create: () => Matcher): () => Matcher {
  return () => {
    const matchers = Array.from({ length: books }, create)
    return (operation) => matchers[operation.book]!(operation)
  }
}

setFlagsFromString('--expose-gc')
/** Before each run, so that neither side pays for what the other has thrown away. */
const collectGarbage = runInNewContext('gc') as () => void

/** The volume traded and the processor time it took: equal volumes prove that both did the same work. */
function run(create: () => Matcher, stream: readonly Operation[]): { readonly volume: number; readonly seconds: number } {
  collectGarbage()
  const match = create()
  const began = process.threadCpuUsage()
  let volume = 0
  for (const operation of stream) volume += match(operation)
  const { user, system } = process.threadCpuUsage(began)
  return { volume, seconds: (user + system) / 1e6 }
}

/** Microseconds of each operation, the clock's own time included. */
function latencies(create: () => Matcher, stream: readonly Operation[]): Float64Array {
  collectGarbage()
  const match = create()
  const times = new Float64Array(stream.length)
  for (let at = 0; at < stream.length; at++) {
    const began = performance.now()
    match(stream[at]!)
    times[at] = (performance.now() - began) * 1_000
  }
  return times.subarray(stream.length / 4)
}

function measure(books: number): readonly Row[] {
  const stream = streamOf(OPERATIONS, books)
  const [create, createTheirs] = [inBooks(books, ours), inBooks(books, theirs)]
  const rounds = Array.from({ length: ROUNDS + 1 }, () => ({ own: run(create, stream), peer: run(createTheirs, stream) })).slice(1)
  const { own, peer } = rounds[0]!
  const perSecond = (side: 'own' | 'peer') => OPERATIONS / median(rounds.map((round) => round[side].seconds))
  const [figure, other] = [perSecond('own'), perSecond('peer')]
  const times = [...latencies(create, stream)]
  const name = books === 1 ? 'one book' : `${books} books`
  const conditions =
    `${OPERATIONS} operations from one seed, in ${name}: 70 % limit, of which 15 % cross, 20 % cancel, 10 % market; median of ${ROUNDS} rounds, processor time of the ` +
    `one thread; volume traded ${own.volume} here, ${peer.volume} there`
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
