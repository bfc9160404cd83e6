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
  ['roll 26JUN26 25SEP26 x100k', 'FSpd  26 Jun 26 / 25 Sep 26', '100000'],
]

const problems: [line: string, sentence: string][] = [
  ['', 'Say what it is'],
  ['hello there', 'Say what it is'],
  ['27MAR26 call spread 90k', 'A Call Spread needs one expiry such as 27MAR26 and 2 strikes.'],
  ['27MAR26 90k call calendar', 'A Call Calendar needs two expiries such as 27MAR26/26JUN26 and 1 strike.'],
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

  it.each(problems)('%j: %s', (line, sentence) => {
    expect(readShorthand(line, find)).toEqual({ problem: expect.stringContaining(sentence) })
  })
})
