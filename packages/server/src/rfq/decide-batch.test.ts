import { refuse } from '@parley/core'
import { describe, expect, it } from 'vitest'
import type { Idempotency } from '../engine/engine.ts'
import { EngineUnavailable } from '../engine/engine-unavailable.ts'
import { decideBatch, type Batch } from './decide-batch.ts'

type Item = { readonly market: string; readonly name: string }
type Named = { readonly name: string }

const nothingYet = () => Promise.resolve(undefined)
const batchOf = (items: readonly Item[], more: Partial<Batch<Item, Named>> = {}): Batch<Item, Named> => ({
  items,
  laneOf: ({ market }) => market,
  decide: ({ name }) => Promise.resolve({ name }),
  repeatedAnswer: nothingYet,
  idempotency: undefined,
  ...more,
})
const key: Idempotency = { scope: 'ORRY POST /orders/batch', key: 'k', requestHash: 'body' }
const items = (...texts: readonly string[]): readonly Item[] => texts.map((text) => ({ market: text[0]!, name: text }))
/** Runs everything that is not waiting for the test. */
const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

describe('a batch', () => {
  // Proves W 5.1.
  it('is decided in the order given within a market, one after the other, and markets do not wait for each other', async () => {
    const begun: string[] = []
    const releases = new Map<string, () => void>()
    const decide = ({ name }: Item) => {
      begun.push(name)
      return new Promise<Named>((resolve) => releases.set(name, () => resolve({ name })))
    }
    const deciding = decideBatch(batchOf(items('a1', 'b1', 'a2', 'c1', 'a3', 'b2'), { decide }))
    await settle()
    expect(begun).toEqual(['a1', 'b1', 'c1'])
    releases.get('b1')!()
    await settle()
    expect(begun).toEqual(['a1', 'b1', 'c1', 'b2'])
    for (const name of ['a1', 'a2', 'a3', 'b2', 'c1']) {
      releases.get(name)!()
      await settle()
    }
    expect(begun).toEqual(['a1', 'b1', 'c1', 'b2', 'a2', 'a3'])
    const verdicts = await deciding
    expect(verdicts).toEqual(['a1', 'b1', 'a2', 'c1', 'a3', 'b2'].map((name, index) => ({ index, answer: { name }, error: null })))
  })

  it('works on twenty markets at once, and on the others as those are done', async () => {
    let running = 0
    let most = 0
    const decide = async ({ name }: Item) => {
      running += 1
      most = Math.max(most, running)
      await settle()
      running -= 1
      return { name }
    }
    const many = Array.from({ length: 100 }, (_, place) => ({ market: `m${place}`, name: `n${place}` }))
    expect(await decideBatch(batchOf(many, { decide }))).toHaveLength(100)
    expect(most).toBe(20)
  })

  it('gives what is refused its verdict, also by a market that cannot be reached, and decides the rest', async () => {
    const decide = ({ name }: Item) => {
      if (name === 'a1') return Promise.resolve(refuse('QuantityBelowBlockMinimum', '5.4', 'The least is 25.'))
      if (name === 'b1') return Promise.reject(new EngineUnavailable('DBT-ETH', 'Overloaded', 500))
      return Promise.resolve({ name })
    }
    const verdicts = await decideBatch(batchOf(items('a1', 'b1', 'a2', 'b2'), { decide }))
    expect(verdicts).toMatchObject([
      { answer: null, error: { code: 2011, error: 'QuantityBelowBlockMinimum' } },
      { answer: null, error: { code: 503, error: 'Unavailable' } },
      { answer: { name: 'a2' }, error: null },
      { answer: { name: 'b2' }, error: null },
    ])
  })

  it('goes on where it was when it comes again under its key, each part under a key of its own', async () => {
    const decided: string[] = []
    const decide = ({ name }: Item, part: Idempotency | undefined) => {
      decided.push(`${name} ${part?.key}`)
      return Promise.resolve({ name })
    }
    const repeatedAnswer: Batch<Item, Named>['repeatedAnswer'] = (part) =>
      Promise.resolve(part.key === 'k 0' ? { answer: { name: 'as it was' } } : undefined)
    const verdicts = await decideBatch(batchOf(items('a1', 'a2'), { decide, repeatedAnswer, idempotency: key }))
    expect(verdicts).toMatchObject([{ answer: { name: 'as it was' } }, { answer: { name: 'a2' } }])
    expect(decided).toEqual(['a2 k 1'])
  })
})
