import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson, canonicalPieces } from '../json/canonical-json.ts'
import { beginning, sha256 } from './hash-chain.ts'
import { writeSnapshot } from './snapshot-text.ts'

const taken = { seq: 7, at: 1_800_000_000_000, hash: beginning }
const market = { rfqs: Array.from({ length: 50 }, (_, n) => ({ state: 'OPEN', id: `r_${n}`, orders: [{ price: n }] })), next: 51 }

describe('a snapshot is written a little at a time', () => {
  it('is the same text in pieces as in one, whatever the value and however deep the pieces', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(6), (value, levels) => {
        expect([...canonicalPieces(value, levels)].join('')).toBe(canonicalJson(value))
      }),
    )
  })

  it('leaves out what is undefined, and takes no Map, in pieces as in one', () => {
    expect([...canonicalPieces({ b: undefined, a: [{}], c: { d: undefined } }, 3)].join('')).toBe('{"a":[{}],"c":{}}')
    expect(() => [...canonicalPieces({ a: new Map() }, 3)]).toThrow('cannot be stored in the journal')
  })

  it.each([1, 100, 1_000_000])('holds the same state and hash at %i characters at once', async (charactersAtOnce) => {
    const state = canonicalJson(market)
    expect(await writeSnapshot({ ...taken, saved: market }, charactersAtOnce)).toEqual({ ...taken, state, stateHash: sha256(state) })
  })

  it('lets others have their turn between one piece and the next', async () => {
    let rounds = 0
    let isOver = false
    const yieldToOthers = () => {
      rounds += 1
      if (!isOver) setImmediate(yieldToOthers)
    }
    setImmediate(yieldToOthers)
    const { state } = await writeSnapshot({ ...taken, saved: market }, 100)
    isOver = true
    // A piece is at most one request, so none is longer than twice as many characters.
    expect(rounds).toBeGreaterThanOrEqual(Math.floor(state.length / 200))
  })
})
