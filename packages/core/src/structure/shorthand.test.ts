import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatInstrumentName } from '../../test/instrument-name.ts'
import { listed } from '../../test/instrument-examples.ts'
import { formatQuantity } from '../decimal.ts'
import { describeStructure } from './describe.ts'
import type { FindInstrument } from './parse.ts'
import { readShorthand } from './shorthand.ts'

const find: FindInstrument = ({ baseCurrency, expiresAt, optionKind, strike }) => {
  const name = formatInstrumentName({
    underlying: baseCurrency,
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(optionKind === undefined ? {} : { option: { kind: optionKind, strike: strike! } }),
  })
  return name.includes('2026') || name.includes('31337') ? undefined : listed(name)
}

const lines: [line: string, text: string, quantity: string | undefined][] = [
  ['BTC 27MAR26 100k/120k call spread 250x', 'CSpd  27 Mar 26  100000/120000', '250'],
  ['27mar26 cs 100/120k 25x', 'CSpd  27 Mar 26  100000/120000', '25'],
  ['eth 27-Mar-2026 3,000 p x500', 'Put  27 Mar 26  3000', '500'],
  ['ETH 8 May 26 2500/2,000 put spread 1,000x', 'PSpd  08 May 26  2500/2000', '1000'],
  ['btc 90k straddle 26 jun 26', 'Straddle  26 Jun 26  90000', undefined],
  ['80k/120k strangle 27MAR26 12.5 lots', 'Strangle  27 Mar 26  80000/120000', '12.5'],
  ['27MAR26 90k/110k rr 25x', 'RRCall  27 Mar 26  90000/110000', '25'],
  ['27MAR26 90k/110k put risk reversal 25x', 'RRPut  27 Mar 26  90000/110000', '25'],
  ['27MAR26 90/100/110k put fly', 'PFly  27 Mar 26  90000/100000/110000', undefined],
  ['27MAR26 90/100/110k iron butterfly', 'IFly  27 Mar 26  90000/100000/110000', undefined],
  ['27MAR26 80/90/110/120k iron condor', 'ICondor  27 Mar 26  80000/90000/110000/120000', undefined],
  ['27MAR26 80/90/110/120k call condor', 'CCondor  27 Mar 26  80000/90000/110000/120000', undefined],
  ['btc 27mar26/26jun26 90k call calendar 25x', 'CCal  27 Mar 26  90000 / 26 Jun 26  90000', '25'],
  ['27MAR26/26JUN26 90k/100k put diagonal', 'PCal  27 Mar 26  90000 / 26 Jun 26  100000', undefined],
  ['27MAR26 90k/100k 1x2 call ratio 50x', 'Cstm\n+1.00 Call 27 Mar 26 90000\n-2.00 Call 27 Mar 26 100000', '50'],
  ['BTC-27MAR26-100000-C 25x', 'Call  27 Mar 26  100000', '25'],
  ['BTC-PERPETUAL 20000x', 'Perp', '20000'],
  ['BTC perp/26JUN26 future spread 100kx', 'FSpd  Perp / 26 Jun 26', '100000'],
  ['sell 100 27MAR26 100k call', 'Call  27 Mar 26  100000', '100'],
  ['buy 90k/100k call spread 27MAR26 25x', 'CSpd  27 Mar 26  90000/100000', '25'],
  ['27MAR26 90/100/100/110k iron fly 25x', 'IFly  27 Mar 26  90000/100000/110000', '25'],
  ['roll 26JUN26 25SEP26 x100k', 'FSpd  26 Jun 26 / 25 Sep 26', '100000'],
]

const problems: [line: string, sentence: string][] = [
  ['', 'Say what it is'],
  ['hello there', 'Say what it is'],
  ['27MAR26 call spread 90k', 'A Call Spread needs one expiry such as 27MAR26 and 2 strikes.'],
  ['27MAR26 90k call calendar', 'A Call Calendar needs two expiries such as 27MAR26/26JUN26 and 1 strike.'],
  ['27MAR26 90/100k call spread 50x for size', '“size” is not understood.'],
  ['27MAR26 90/100k call spread straddle 50x', '“call” is not understood.'],
  ['27MAR26 90/100k call straddle', '“call” is not understood.'],
  ['BTC ETH 27MAR26 100k call', '“eth” is not understood.'],
  ['27MAR26 100k call @ 420', '“@” is not understood.'],
  ['27MAR26 90/100k call spread 25x 50x', '“50x” is not understood.'],
  ['27MAR26 100k call put', 'The line says call and put'],
  ['100 BTC 27MAR26 100k call', '100k is not understood. A quantity is written 100x.'],
  ['27MAR26 100k call 25', 'A Call needs one expiry such as 27MAR26 and 1 strike. A quantity is written 100x.'],
  ['27MAR26 -100k call', '-100k is not understood.'],
  ['27MAR26 0 call', '0 is not understood.'],
  ['27MAR26 100k call 0x', '0x is no quantity.'],
  ['27MAR26 100k call 1,2x', '1,2 is no number.'],
  ['27MAR26 0,5k call', '0,5k is no number.'],
  ['27MAR26 100k call 12,34,5x', '12,34,5 is no number.'],
  ['BTC perp 100kx delta hedged', 'Only options are hedged with a perpetual.'],
  ['27MAR26 31337 call', 'There is no BTC call of 27 Mar 26 at 31337.'],
]

describe('3.15 a line as desks type it', () => {
  it.each(lines)('%s', (line, text, quantity) => {
    const read = readShorthand(line, find)
    if ('problem' in read) throw new Error(read.problem)
    expect(describeStructure(read.structure)).toBe(text)
    expect(read.quantity === undefined ? undefined : formatQuantity(read.quantity)).toBe(quantity)
  })

  it.each([
    'CSpd  27 Mar 26  100000/120000',
    'RRPut  27 Mar 26  90000/110000',
    'Cstm\n+1.00 Call 27 Mar 26 100000\n-1.50 Put 26 Jun 26 80000\n+2.00 Fut 26 Jun 26',
  ])('%j, copied from the tape, is read back', (text) => {
    const read = readShorthand(text, find)
    if ('problem' in read) throw new Error(read.problem)
    expect(describeStructure(read.structure)).toBe(text)
    expect(readShorthand(text.replaceAll(/\s+/g, ' '), find)).toEqual(read)
  })

  it.each([
    ['27MAR26 100k call 12,5x', '12.5', '27MAR26 100k call 12.5x'],
    ['27MAR26 100,5k/110k call spread 25x', '100.5k', '27MAR26 100.5k/110k call spread 25x'],
    ['BTC-27MAR26-100000-C 50', '50x', 'BTC-27MAR26-100000-C 50x'],
    ['CSpd 27 Mar 26 100000/120000 100', '100x', 'CSpd 27 Mar 26 100000/120000 100x'],
    ['btc 90k straddle 26 jun 26 40', '40x', 'btc 90k straddle 26 jun 26 40x'],
    ['100 BTC 27MAR26 100k call', '100x', '100x BTC 27MAR26 100k call'],
    ['27MAR26 100k call x1.234,5', '1234.5', '27MAR26 100k call x1234.5'],
  ])('%s offers %s', (line, part, corrected) => {
    expect(readShorthand(line, find)).toMatchObject({ correction: { part, line: corrected } })
  })

  it.each<[words: string, said: { isHedged?: boolean; isAnonymous?: boolean; isOneWay: boolean }]>([
    ['', { isOneWay: false }],
    ['delta hedged', { isHedged: true, isOneWay: false }],
    ['dh anon', { isHedged: true, isAnonymous: true, isOneWay: false }],
    ['with delta, anonymously', { isHedged: true, isAnonymous: true, isOneWay: false }],
    ['unhedged', { isHedged: false, isOneWay: false }],
    ['live disclosed', { isHedged: false, isAnonymous: false, isOneWay: false }],
    ['sell', { isOneWay: true }],
  ])('understands what goes with a request: %j', (words, said) => {
    const read = readShorthand(`BTC 27MAR26 100k/120k call spread 250x ${words}`, find)
    if ('problem' in read) throw new Error(read.problem)
    const { isHedged, isAnonymous, isOneWay } = read
    expect({ isHedged, isAnonymous, isOneWay }).toEqual({ isHedged: undefined, isAnonymous: undefined, ...said })
    expect(formatQuantity(read.quantity!)).toBe('250')
  })

  it('leaves nothing out: a word put anywhere into a line that is understood is named', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...lines),
        fc.constantFrom('foo', '420v', '@', 'vs', '2x1', 'dec26', 'c/p'),
        fc.nat(12),
        ([line], word, at) => {
          const parts = line.split(' ')
          const place = Math.min(at, parts.length)
          expect(readShorthand([...parts.slice(0, place), word, ...parts.slice(place)].join(' '), find)).toHaveProperty('problem')
        },
      ),
    )
  })

  it.each(problems)('%j: %s', (line, sentence) => {
    expect(readShorthand(line, find)).toMatchObject({ problem: expect.stringContaining(sentence) })
  })
})
