import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatInstrumentName } from '../catalogue/instrument-name.ts'
import { listed } from '../../test/instrument-examples.ts'
import type { Ratio } from '../decimal.ts'
import { describeStructure, strategyDescription } from './describe.ts'
import { legOf, structureOf } from '../../test/leg-examples.ts'
import { parseStructure, type FindInstrument } from './parse.ts'
import { canonical, recognise, turned } from './recognise.ts'
import { shapes } from './strategies.ts'
import type { Leg, Structure } from './structure.ts'

const find: FindInstrument = ({ baseCurrency, expiresAt, optionKind, strike }) =>
  listed(
    formatInstrumentName({
      underlying: baseCurrency,
      ...(expiresAt === undefined ? {} : { expiresAt }),
      ...(optionKind === undefined ? {} : { option: { kind: optionKind, strike: strike! } }),
    }),
  )

const c = (strike: number, expiry = '27MAR26') => `BTC-${expiry}-${strike}-C`
const p = (strike: number, expiry = '27MAR26') => `BTC-${expiry}-${strike}-P`

const named: [code: string, text: string, name: string, legs: string[]][] = [
  ['CL', 'Call  27 Mar 26  100000', 'Call', [`+1 ${c(100000)}`]],
  ['PT', 'Put  8 May 26  90000', 'Put', ['+1 BTC-8MAY26-90000-P']],
  ['CS', 'CSpd  27 Mar 26  100000/120000', 'Call Spread', [`+1 ${c(100000)}`, `-1 ${c(120000)}`]],
  ['PS', 'PSpd  16 Jan 26  95000/93000', 'Put Spread', ['+1 BTC-16JAN26-95000-P', '-1 BTC-16JAN26-93000-P']],
  ['SD', 'Straddle  27 Mar 26  100000', 'Straddle', [`+1 ${c(100000)}`, `+1 ${p(100000)}`]],
  ['SG', 'Strangle  27 Mar 26  80000/120000', 'Strangle', [`+1 ${p(80000)}`, `+1 ${c(120000)}`]],
  ['CR', 'RRCall  27 Mar 26  80000/120000', 'Risk Reversal (Call)', [`+1 ${c(120000)}`, `-1 ${p(80000)}`]],
  ['PR', 'RRPut  27 Mar 26  80000/120000', 'Risk Reversal (Put)', [`+1 ${p(80000)}`, `-1 ${c(120000)}`]],
  ['CB', 'CFly  27 Mar 26  90000/100000/110000', 'Call Butterfly', [`+1 ${c(90000)}`, `-2 ${c(100000)}`, `+1 ${c(110000)}`]],
  ['PB', 'PFly  27 Mar 26  90000/100000/110000', 'Put Butterfly', [`+1 ${p(90000)}`, `-2 ${p(100000)}`, `+1 ${p(110000)}`]],
  [
    'CD',
    'CCondor  27 Mar 26  80000/90000/100000/110000',
    'Call Condor',
    [`+1 ${c(80000)}`, `-1 ${c(90000)}`, `-1 ${c(100000)}`, `+1 ${c(110000)}`],
  ],
  [
    'PD',
    'PCondor  27 Mar 26  80000/90000/100000/110000',
    'Put Condor',
    [`+1 ${p(80000)}`, `-1 ${p(90000)}`, `-1 ${p(100000)}`, `+1 ${p(110000)}`],
  ],
  [
    'FF',
    'IFly  27 Mar 26  90000/100000/110000',
    'Iron Butterfly',
    [`+1 ${p(90000)}`, `-1 ${p(100000)}`, `-1 ${c(100000)}`, `+1 ${c(110000)}`],
  ],
  [
    'FD',
    'ICondor  27 Mar 26  80000/90000/100000/110000',
    'Iron Condor',
    [`+1 ${p(80000)}`, `-1 ${p(90000)}`, `-1 ${c(100000)}`, `+1 ${c(110000)}`],
  ],
  ['CC', 'CCal  27 Feb 26  75000 / 26 Jun 26  75000', 'Call Calendar', [`-1 ${c(75000, '27FEB26')}`, `+1 ${c(75000, '26JUN26')}`]],
  ['PC', 'PCal  27 Feb 26  75000 / 26 Jun 26  70000', 'Put Diagonal', [`-1 ${p(75000, '27FEB26')}`, `+1 ${p(70000, '26JUN26')}`]],
  ['FT', 'Fut  26 Jun 26', 'Future', ['+1 BTC-26JUN26']],
  ['FT', 'Perp', 'Future', ['+1 BTC-PERPETUAL']],
  ['FS', 'FSpd  Perp / 26 Jun 26', 'Future Spread', ['-1 BTC-PERPETUAL', '+1 BTC-26JUN26']],
  ['CM', `Cstm\n+1.00 Call 27 Mar 26 100000\n-2.00 Call 27 Mar 26 120000`, 'Call Ratio Spread', [`+1 ${c(100000)}`, `-2 ${c(120000)}`]],
  ['CM', `Cstm\n+1.00 Call 27 Mar 26 100000\n-1.50 Put 26 Jun 26 80000`, 'Custom', [`+1 ${c(100000)}`, `-1.5 ${p(80000, '26JUN26')}`]],
  ['CM', `Cstm\n+1.00 Put 27 Mar 26 100000\n+1.00 Call 27 Mar 26 90000`, 'Custom', [`+1 ${p(100000)}`, `+1 ${c(90000)}`]],
]

// A description's day has two digits; the table above writes it short, as people do.
const wire = (text: string): string => text.replace('  8 May', '  08 May')

describe('3.13 a structure is named after what its buyer gets', () => {
  it.each(named)('%s: %j is a %s', (code, _, name, legs) => {
    const { code: found, name: said, direction } = recognise(structureOf(...legs))
    expect([found, said, direction]).toEqual([code, name, 'BUY'])
  })

  it.each(named)('%s: the order of the legs of %j does not matter', (code, _, name, legs) => {
    const backwards = structureOf(...legs.toReversed())
    expect([recognise(backwards).code, recognise(backwards).name]).toEqual([code, name])
  })

  it('does not let a hedge change the name', () => {
    expect(recognise(structureOf(`+1 ${c(100000)}`, '-45000 BTC-PERPETUAL @ 90000')).code).toBe('CL')
  })

  it('knows 32 codes', () => {
    const codes = shapes.flatMap(({ code, inverse }) => (inverse === undefined ? [code] : [code, inverse]))
    expect(new Set(codes).size).toBe(32)
  })
})

describe('3.14 the same legs with every side turned are the inverse', () => {
  it.each([
    ['IC', 'Call Spread (inverse)', [`-1 ${c(100000)}`, `+1 ${c(120000)}`]],
    ['IP', 'Put Spread (inverse)', [`-1 ${p(100000)}`, `+1 ${p(80000)}`]],
    ['VD', 'Iron Condor (inverse)', [`-1 ${p(80000)}`, `+1 ${p(90000)}`, `+1 ${c(100000)}`, `-1 ${c(110000)}`]],
    ['VC', 'Call Calendar (inverse)', [`+1 ${c(75000, '27FEB26')}`, `-1 ${c(75000, '26JUN26')}`]],
    ['CM', 'Future Spread (inverse)', ['+1 BTC-PERPETUAL', '-1 BTC-26JUN26']],
  ])('%s: %s', (code, name, legs) => {
    const found = recognise(structureOf(...legs))
    expect([found.code, found.name, found.direction]).toEqual([code, name, 'SELL'])
  })

  it('is turned to be bought, its hedge with it', () => {
    const short = structureOf(`+1 ${c(120000)}`, `-1 ${c(100000)}`, '+9000 BTC-PERPETUAL @ 90000')
    const { structure, isTurned } = canonical(short)
    expect(isTurned).toBe(true)
    expect(structure).toEqual(structureOf(`+1 ${c(100000)}`, `-1 ${c(120000)}`, '-9000 BTC-PERPETUAL @ 90000'))
  })
})

describe('3.15 the description of a structure', () => {
  it.each(named)('%s: %j', (_, text, __, legs) => {
    expect(describeStructure(structureOf(...legs))).toBe(wire(text))
  })

  // Proves T 3.51.
  it.each(named)('%s: %j is read back, also with its spaces squeezed', (_, text, __, legs) => {
    const { structure } = canonical(structureOf(...legs))
    expect(parseStructure(wire(text), 'BTC', find)).toEqual(structure)
    expect(parseStructure(wire(text).replaceAll(/\s+/g, ' '), 'BTC', find)).toEqual(structure)
  })

  it('reads a put spread whichever strike comes first', () => {
    expect(parseStructure('PSpd 16 Jan 26 93000/95000', 'BTC', find)).toEqual(parseStructure('PSpd 16 Jan 26 95000/93000', 'BTC', find))
  })

  it.each([
    '',
    'Cstm',
    'CSpd',
    'CSpd  27 Mar 26',
    'CSpd  27 Mar 26  100000',
    'CSpd  27 Mar 26  100000/100000',
    'CSpd  31 Apr 26  1/2',
    'CCal  26 Jun 26  75000 / 27 Feb 26  75000',
    'CCal  27 Feb 26  75000',
    'Foo  27 Mar 26  1',
    'Cstm\n1.00 Call 27 Mar 26 1',
    'Call  27 Mar 26  1.2.3',
  ])('does not read %j', (text) => {
    expect(parseStructure(text, 'BTC', find)).toBeUndefined()
  })

  it('keeps the wire form of a single leg and joins several', () => {
    expect(strategyDescription(structureOf('+1 BTC-11JUL25-105000-C'))).toBe('DO_BTC-11JUL25-105000-C')
    expect(strategyDescription(structureOf(`+1 ${c(100000)}`, `-2 ${c(120000)}`))).toBe('DO_BTC-27MAR26-100000-C-2xDO_BTC-27MAR26-120000-C')
  })
})

const expiries = ['27MAR26', '26JUN26', '25SEP26']
const strikes = [75000, 80000, 95000.5, 100000, 110000, 120000]

/** Every named strategy at random strikes and expiries. */
const strategies = fc
  .tuple(fc.constantFrom(...shapes), fc.subarray(strikes, { minLength: 4 }), fc.subarray(expiries, { minLength: 2 }))
  .map(([shape, chosen, [near, far]]): Structure => {
    const legs = shape.legs.map(({ kind, side, ratio: times, expiry, strike }): Leg => {
      const sign = side === 'BUY' ? '+' : '-'
      const on = `BTC-${expiry === 0 ? near : far}`
      const at = String(chosen[strike]).replace('.', 'd')
      return legOf(`${sign}${times} ${kind === 'FUTURE' ? on : `${on}-${at}-${kind === 'CALL' ? 'C' : 'P'}`}`)
    })
    return { legs }
  })

const customs = fc
  .uniqueArray(
    fc.record({
      sign: fc.constantFrom('+', '-'),
      times: fc.integer({ min: 1, max: 99_999 }),
      name: fc.oneof(
        fc.constantFrom('BTC-PERPETUAL', 'BTC-26JUN26', 'BTC-25SEP26'),
        fc.tuple(fc.constantFrom(...expiries), fc.constantFrom(...strikes), fc.constantFrom('C', 'P')).map(([expiry, strike, kind]) => `BTC-${expiry}-${String(strike).replace('.', 'd')}-${kind}`), // prettier-ignore
      ),
    }),
    { selector: (leg) => leg.name, minLength: 1, maxLength: 25 },
  )
  .map((legs): Structure => ({ legs: legs.map(({ sign, times, name }) => ({ ...legOf(`${sign}1 ${name}`), ratio: times as Ratio })) }))

describe('3.15 descriptions as a property', () => {
  it('every named strategy is read back from its text', () => {
    fc.assert(
      fc.property(strategies, (structure) => {
        expect(parseStructure(describeStructure(structure), 'BTC', find)).toEqual(canonical(structure).structure)
      }),
    )
  })

  // Proves T 3.67.
  it('every custom structure is read back from its text', () => {
    fc.assert(
      fc.property(customs, (structure) => {
        const { direction, shape } = recognise(structure)
        const expected = direction === 'BUY' && shape?.word !== undefined ? canonical(structure).structure : structure
        expect(parseStructure(describeStructure(structure), 'BTC', find)).toEqual(expected)
      }),
    )
  })

  it('turning every side twice changes nothing, and once gives the other direction of a named one', () => {
    fc.assert(
      fc.property(strategies, (structure) => {
        const other = { legs: structure.legs.map(turned) }
        expect(canonical(other).structure.legs.length).toBe(structure.legs.length)
        expect({ legs: other.legs.map(turned) }).toEqual(structure)
      }),
    )
  })

  it('never fails on any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => parseStructure(`Cstm ${text}`, 'BTC', find)).not.toThrow()
      }),
    )
  })
})
