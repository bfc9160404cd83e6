/** Compares the shared states of unread data with a simple model that keeps a list for each reader. PARLEY_SEED=<seed> repeats a failure. */
import { describe, expect, it } from 'vitest'
import { chanceFrom, type Chance } from '../../../test/trading-day/chance.ts'
import type { StreamChannel } from '../../calls/channel.ts'
import { headerBytes } from './frame.ts'
import { StreamFrames, UnreadStates, type Unread } from './unread.ts'

type Change = { readonly book: string; readonly from: number; readonly to: number }
type Kind = Pick<StreamChannel, 'merge' | 'keptApart' | 'thingOf'>

const merge = (older: object, newer: object): Change => ({ ...(newer as Change), from: (older as Change).from })
const thingOf = (data: object): string => (data as Change).book
const channelOf = (kind: Kind): StreamChannel => ({
  kind: 'stream',
  pattern: 'book.{id}',
  open: () => Promise.resolve(() => undefined),
  ...kind,
})

/** One reader with its own memory. */
class NaiveReader {
  readonly #kind: Kind
  readonly #unread = new Map<string, Change[]>()

  constructor(kind: Kind) {
    this.#kind = kind
  }

  push(data: Change): void {
    const thing = this.#kind.thingOf?.(data) ?? ''
    const all = [...(this.#kind.merge === undefined ? [] : (this.#unread.get(thing) ?? [])), data]
    const isTooLong = all.length > (this.#kind.keptApart ?? 1)
    this.#unread.set(thing, isTooLong ? [all.reduce((older, newer) => merge(older, newer))] : all)
  }

  take(): readonly Change[] {
    const all = [...this.#unread.values()].flat()
    this.#unread.clear()
    return all
  }
}

/** The data and the numbers of consecutive frames. */
function readFrames(bytes: Buffer): readonly { readonly data: Change; readonly seq: number }[] {
  const read: { data: Change; seq: number }[] = []
  for (let at = 0; at < bytes.length;) {
    const short = bytes[at + 1]! & 0x7f
    const length = short < 126 ? short : bytes.readUInt16BE(at + 2)
    const start = at + headerBytes(length)
    const { params } = JSON.parse(bytes.subarray(start, start + length).toString()) as {
      params: { data: Change; meta: { seq_num: number } }
    }
    read.push({ data: params.data, seq: params.meta.seq_num })
    at = start + length
  }
  return read
}

const kinds: readonly (readonly [string, Kind])[] = [
  ['keeps the newest', {}],
  ['merges what is unread', { merge }],
  ['keeps three apart', { merge, keptApart: 3 }],
  ['keeps the newest of each thing', { thingOf }],
  ['keeps three of each thing apart', { merge, keptApart: 3, thingOf }],
  ['keeps a hundred of each thing apart', { merge, keptApart: 100, thingOf }],
]
const OPERATIONS = 1_000
const READERS = 12

type Reader = { unread: Unread; seq: number; readonly naive: NaiveReader; readonly patience: number }

function live(chance: Chance, kind: Kind): { readonly taken: number; readonly shared: number } {
  let now = 1_000
  const frames = new StreamFrames(() => now)
  const states = new UnreadStates(channelOf(kind))
  const readers = Array.from({ length: READERS }, (_, n): Reader => ({ unread: states.nothing, seq: 0, naive: new NaiveReader(kind), patience: n % 3 })) // prettier-ignore
  const last = new Map<string, number>()
  const written = new Set<Buffer>()
  let taken = 0
  for (let n = 1; n <= OPERATIONS; n++) {
    const book = `b${chance.below(5)}`
    const change = { book, from: last.get(book) ?? 0, to: n }
    last.set(book, n)
    // A source may skip a reader, whose state is then different.
    for (const reader of readers) {
      if (chance.happens(0.02)) continue
      reader.unread = states.after(reader.unread, change)
      reader.naive.push(change)
    }
    if (chance.happens(0.3)) now += 1
    const isQuiet = chance.happens(0.4)
    for (const reader of readers) {
      if (reader.unread === states.nothing || (reader.patience === 0 ? !isQuiet : !chance.happens(0.03 / reader.patience))) continue
      const { last: seq, bytes } = reader.unread.joinedFor('book.ALL', reader.seq, frames)
      const read = readFrames(bytes)
      expect(read.map(({ data }) => data)).toEqual(reader.naive.take())
      const numbers = [reader.seq, ...read.map((one) => one.seq)]
      expect([numbers.at(-1), numbers.every((one, at) => at === 0 || one > numbers[at - 1]!)]).toEqual([seq, true])
      reader.seq = seq
      reader.unread = states.nothing
      written.add(bytes)
      taken += 1
    }
  }
  return { taken, shared: taken - written.size }
}

describe('what readers have not been sent', () => {
  const seed = Number(process.env['PARLEY_SEED'] ?? Math.floor(Math.random() * 2 ** 32))

  it.each(kinds)(`of a channel that %s is what each would have kept by itself (PARLEY_SEED=${seed})`, (_name, kind) => {
    expect(live(chanceFrom(seed), kind).taken).toBeGreaterThan(OPERATIONS)
    // Readers that lack the same data get the same bytes. How often that happens is random, so it is counted in a run with a fixed seed.
    const { taken, shared } = live(chanceFrom(1), kind)
    expect(shared).toBeGreaterThan(taken / 4)
  })

  it('is one state for all that lack the same, whoever was pushed it between them', () => {
    const states = new UnreadStates(channelOf({ merge, keptApart: 3 }))
    const [first, second] = [{ book: 'b', from: 0, to: 1 }, { book: 'b', from: 1, to: 2 }] // prettier-ignore
    const late = states.after(states.nothing, first)
    const [one, lateThen, other] = [states.nothing, late, states.nothing].map((state) => states.after(state, second))
    expect(one).toBe(other)
    expect(lateThen).not.toBe(one)
    const frames = new StreamFrames(() => 1_000)
    expect(lateThen!.joinedFor('book.b', 0, frames)).toBe(lateThen!.joinedFor('book.b', 7, frames))
    expect(lateThen!.joinedFor('book.ALL', 0, frames)).not.toBe(lateThen!.joinedFor('book.b', 0, frames))
  })

  it('is forgotten once it was merged: of a thousand values of seven books at most twice seven are kept', () => {
    let looked = 0
    const counted = (data: object): string => {
      looked += 1
      return thingOf(data)
    }
    const states = new UnreadStates(channelOf({ thingOf: counted }))
    let unread = states.nothing
    for (let n = 0; n < 1_000; n++) {
      unread = states.after(unread, { book: `b${n % 7}`, from: 0, to: n })
      // A merge looks once at each value that is not merged yet, and keeps one for each book.
      looked = 0
      const frames = readFrames(unread.joinedFor('book.ALL', 0, new StreamFrames(() => 1_000)).bytes)
      expect([looked <= 7, frames.length <= 7], `after ${n + 1} values`).toEqual([true, true])
    }
    const { bytes } = unread.joinedFor('book.ALL', 0, new StreamFrames(() => 1_000))
    expect(readFrames(bytes).map(({ data }) => data.to)).toEqual([994, 995, 996, 997, 998, 999, 993])
  })
})
