import { describe, expect, it } from 'vitest'
import { ratio } from '../decimal.ts'
import { MAX_LEGS } from './limits.ts'
import { legOf, structureOf } from '../../test/leg-examples.ts'
import type { Structure } from './structure.ts'
import { checkStructure } from './validate.ts'

const call = '+1 BTC-27MAR26-100000-C'
const put = '-1 BTC-27MAR26-80000-P'
const hedge = '-45000 BTC-PERPETUAL @ 90000'

const accepted: [title: string, structure: Structure][] = [
  ['one call', structureOf(call)],
  ['a call with its hedge', structureOf(call, hedge)],
  ['a hedge with a dated future', structureOf(call, '-45000 BTC-26JUN26 @ 90000.5')],
  ['a future spread', structureOf('-1 BTC-PERPETUAL', '+1 BTC-26JUN26')],
  ['a future that is asked for alone', structureOf('+1 BTC-PERPETUAL:PE')],
  ['a 1 x 1.5', structureOf(call, '-1.5 BTC-27MAR26-120000-C')],
  ['25 legs', { legs: Array.from({ length: MAX_LEGS }, (_, place) => legOf(`+1 BTC-27MAR26-${50_000 + place * 1000}-C`)) }],
]

const expired = (): Structure => {
  const leg = legOf(call)
  return { legs: [{ ...leg, instrument: { ...leg.instrument, state: 'EXPIRED' } }] }
}

// In the order in which refusals take precedence.
const refused: [title: string, structure: Structure, code: string, field: string | undefined, words: string][] = [
  ['no leg', { legs: [] }, 'StructureInvalid', 'legs', '1 to 25 legs'],
  [
    '26 legs',
    { legs: Array.from({ length: MAX_LEGS + 1 }, (_, place) => legOf(`+1 BTC-27MAR26-${50_000 + place * 1000}-C`)) },
    'StructureInvalid',
    'legs',
    'has 26',
  ],
  ['only a hedge', structureOf(hedge), 'StructureInvalid', 'legs', 'without a price'],
  ['nothing bought', structureOf('-1 BTC-27MAR26-100000-C'), 'StructureInvalid', 'legs', 'must be bought'],
  ['no ratio of 1', structureOf('+2 BTC-27MAR26-100000-C', '-3 BTC-27MAR26-120000-C'), 'StructureInvalid', 'legs', 'a ratio of 1'],
  ['one instrument twice', structureOf(call, put, call), 'StructureInvalid', 'legs.2.instrument_id', 'in two legs'],
  ['an expired instrument', expired(), 'InstrumentUnknown', 'legs.0.instrument_id', 'has expired'],
  ['a disabled product', structureOf('+1 SOL-27MAR26-150-C:SL'), 'ProductDisabled', 'legs.0.instrument_id', 'not open'],
  ['a ratio of zero', { legs: [legOf(call), { ...legOf(put), ratio: ratio('0') }] }, 'StructureInvalid', 'legs.1.ratio', 'above zero'],
  ['two currencies', structureOf(call, '-1 ETH-27MAR26-3000-C'), 'StructureInvalid', 'legs.1.instrument_id', 'BTC at one venue'],
  ['two venues', structureOf(call, '-1 BTC-27MAR26-120000-C:BD'), 'StructureInvalid', 'legs.1.instrument_id', 'one venue'],
  [
    'two futures of which each can only be traded alone',
    structureOf('-1 BTC-PERPETUAL:PE', '+1 BTC-26JUN26:PE'),
    'StructureInvalid',
    'legs.0.instrument_id',
    'can only be traded alone',
  ],
  [
    'an option and a future without a price',
    structureOf(call, '-1 BTC-PERPETUAL'),
    'StructureInvalid',
    'legs.1.instrument_id',
    'make it a hedge',
  ],
]

const hedges: [title: string, structure: Structure, code: string, field: string | undefined, words: string][] = [
  ['a future hedged with a future', structureOf('+1 BTC-26JUN26', hedge), 'StructureInvalid', 'legs', 'Only options'],
  ['an option as hedge', structureOf(call, '-1 BTC-27MAR26-120000-C @ 0.01'), 'StructureInvalid', 'legs.1.price', 'must be a future'],
  ['a linear option and a linear future', structureOf('+1 BTC-27MAR26-100000-C:BD', '-1 BTC-PERPETUAL:PE @ 90000'), 'none', undefined, ''],
  [
    'a venue without hedges',
    structureOf('+1 BTC-27MAR26-100000-C:BE', '-1 BTC-PERPETUAL:BB @ 90000'),
    'StructureInvalid',
    'legs',
    'cannot be hedged',
  ],
  ['a hedge price of zero', structureOf(call, '-1 BTC-PERPETUAL @ 0'), 'StructureInvalid', 'legs.1.price', 'above zero'],
  ['a hedge price off its tick', structureOf(call, '-1 BTC-PERPETUAL @ 90000.005'), 'PriceOffTick', 'legs.1.price', 'multiple of 0.01'],
]

const answer = (structure: Structure): unknown[] => {
  const refusal = checkStructure(structure)
  return [refusal?.refused ?? 'none', refusal?.field]
}

// Proves T 3.24, T 3.25, T 3.56.
describe('3.2 3.3 what makes a structure', () => {
  it.each(accepted)('%s is one', (_, structure) => {
    expect(checkStructure(structure)).toBeUndefined()
  })

  it.each(refused)('%s is refused', (_, structure, code, field, words) => {
    expect(answer(structure)).toEqual([code, field])
    expect(checkStructure(structure)?.message).toContain(words)
  })
})

// Proves T 3.27, T 5.6 to 5.8.
describe('3.4 6.2 what may be a hedge', () => {
  it.each(hedges)('%s', (_, structure, code, field, words) => {
    expect(answer(structure)).toEqual([code, field])
    expect(checkStructure(structure)?.message ?? '').toContain(words)
  })

  it('refuses a linear future as the hedge of an inverse option', () => {
    const future = legOf(hedge)
    const linear = { ...future, instrument: { ...future.instrument, marginKind: 'LINEAR' as const } }
    expect(answer({ legs: [legOf(call), linear] })).toEqual(['StructureInvalid', 'legs.1.instrument_id'])
  })
})
