import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { btc, eth, randomMeaning } from '../../test/line-examples.ts'
import { formatPrice, formatQuantity } from '../decimal.ts'
import { describeStructure } from '../structure/describe.ts'
import { printLine } from './print-line.ts'
import { readLine } from './read-line.ts'

/** The full meaning of a line as one text: the description on the tape, then all other terms. */
function understood(line: string, listing = btc): string {
  const read = readLine(line, listing)
  if (read.state === 'UNREAD') return `unread: ${read.problem} ${read.offers.map((offer) => `[${offer.part}]`).join(' ')}`.trim()
  const { structure, quantity, isHedged, hedgePrice, isAnonymous, isOneWay, goodForMs, side, limit } = read.meaning
  const said = [
    quantity === undefined ? '' : `${formatQuantity(quantity)}x`,
    ...structure.legs.flatMap((leg) =>
      leg.price === undefined ? [] : [`hedge ${leg.side} ${leg.instrument.name} at ${formatPrice(leg.price)}`],
    ),
    isHedged === undefined ? '' : isHedged ? 'hedged' : 'unhedged',
    hedgePrice === undefined ? '' : `at ${formatPrice(hedgePrice)}`,
    isAnonymous === undefined ? '' : isAnonymous ? 'anonymous' : 'disclosed',
    goodForMs === undefined ? '' : `good for ${goodForMs / 60_000}`,
    side ?? '',
    isOneWay === true ? 'one-way' : '',
    limit === undefined ? '' : `limit ${formatPrice(limit)}`,
  ]
  return [describeStructure(structure).replaceAll(/\s+/g, ' '), ...said.filter((word) => word !== '')].join(' | ')
}

const lines: [line: string, meaning: string][] = [
  // The first form of lines, which people already know.
  ['BTC 27MAR26 100k/120k call spread 250x', 'CSpd 27 Mar 26 100000/120000 | 250x'],
  ['27mar26 cs 100/120k 25x', 'CSpd 27 Mar 26 100000/120000 | 25x'],
  ['btc 90k straddle 26 jun 26', 'Straddle 26 Jun 26 90000'],
  ['80k/120k strangle 27MAR26 12.5 lots', 'Strangle 27 Mar 26 80000/120000 | 12.5x'],
  ['27MAR26 90k/110k rr 25x', 'RRCall 27 Mar 26 90000/110000 | 25x'],
  ['27MAR26 90k/110k put risk reversal 25x', 'RRPut 27 Mar 26 90000/110000 | 25x'],
  ['27MAR26 90/100/110k put fly', 'PFly 27 Mar 26 90000/100000/110000'],
  ['27MAR26 90/100/110k iron butterfly', 'IFly 27 Mar 26 90000/100000/110000'],
  ['27MAR26 80/90/110/120k iron-condor 25x + hedge', 'ICondor 27 Mar 26 80000/90000/110000/120000 | 25x | hedged'],
  ['27MAR26 80/90/110/120k iron condor', 'ICondor 27 Mar 26 80000/90000/110000/120000'],
  ['27MAR26 80/90/110/120k call condor', 'CCondor 27 Mar 26 80000/90000/110000/120000'],
  ['btc 27mar26/26jun26 90k call calendar 25x', 'CCal 27 Mar 26 90000 / 26 Jun 26 90000 | 25x'],
  ['27MAR26/26JUN26 90k/100k put diagonal', 'PCal 27 Mar 26 90000 / 26 Jun 26 100000'],
  ['27MAR26 90k/100k 1x2 call ratio 50x', 'Cstm +1.00 Call 27 Mar 26 90000 -2.00 Call 27 Mar 26 100000 | 50x'],
  ['BTC-27MAR26-100000-C 25x', 'Call 27 Mar 26 100000 | 25x'],
  ['BTC-PERPETUAL 20000x', 'Perp | 20000x'],
  ['BTC perp/26JUN26 future spread 100kx', 'FSpd Perp / 26 Jun 26 | 100000x'],
  ['sell 100 27MAR26 100k call', 'Call 27 Mar 26 100000 | 100x | SELL'],
  ['short 27MAR26 100k call 100x', 'Call 27 Mar 26 100000 | 100x | SELL'],
  ['long 27MAR26 100k call 100x', 'Call 27 Mar 26 100000 | 100x | BUY'],
  ['27MAR26 100k call 100x pay 0.0420', 'Call 27 Mar 26 100000 | 100x | BUY | limit 0.042'],
  ['27MAR26 100k call 100x 2-way', 'Call 27 Mar 26 100000 | 100x'],
  ['buy 90k/100k call spread 27MAR26 25x', 'CSpd 27 Mar 26 90000/100000 | 25x | BUY'],
  ['27MAR26 90/100/100/110k iron fly 25x', 'IFly 27 Mar 26 90000/100000/110000 | 25x'],
  ['roll 26JUN26 26MAR27 x100k', 'FSpd 26 Jun 26 / 26 Mar 27 | 100000x'],
  // Instruments as venues name them, and descriptions of the tape.
  ['BTC-27MAR26-100000-C 50', 'Call 27 Mar 26 100000 | 50x'],
  ['buy BTC-27MAR26-100000-P 12.5 dh', 'Put 27 Mar 26 100000 | 12.5x | hedged | BUY'],
  ['CSpd 27 Mar 26 100000/120000 100', 'CSpd 27 Mar 26 100000/120000 | 100x'],
  ['CCal  27 Mar 26  90000 / 26 Jun 26  90000 25x anon', 'CCal 27 Mar 26 90000 / 26 Jun 26 90000 | 25x | anonymous'],
  ['DO_BTC-27MAR26-90000-C 25', 'Call 27 Mar 26 90000 | 25x'],
  ['BTC-27MAR26-90000-C/BTC-27MAR26-100000-C cs 25', 'CSpd 27 Mar 26 90000/100000 | 25x'],
  ['Cstm +1.00 Call 27 Mar 26 100000 -1.50 Put 26 Jun 26 80000 40x', 'Cstm +1.00 Call 27 Mar 26 100000 -1.50 Put 26 Jun 26 80000 | 40x'],
  ['+1 BTC-27MAR26-90000-C -1 BTC-27MAR26-100000-C 25x', 'CSpd 27 Mar 26 90000/100000 | 25x'],
  // As shown on screens.
  ['Call Spread · 27 MAR 26 · 90k / 100k', 'CSpd 27 Mar 26 90000/100000'],
  ['25 × Call Spread 27 MAR 26 · 90k / 100k', 'CSpd 27 Mar 26 90000/100000 | 25x'],
  ['BTC 1,000 × Risk Reversal 27 MAR 26 · 80kP / 100kC', 'RRCall 27 Mar 26 80000/100000 | 1000x'],
  ['Future Spread PERP / 26 JUN 26 200,000x', 'FSpd Perp / 26 Jun 26 | 200000x'],
  ['Call Diagonal 27 MAR 26 90kC / 26 JUN 26 100kC 25x', 'CCal 27 Mar 26 90000 / 26 Jun 26 100000 | 25x'],
  // As written in chats.
  ['buy 27MAR26 90/100 cs 50 one-way', 'CSpd 27 Mar 26 90000/100000 | 50x | BUY | one-way'],
  ['27MAR26 90/100 cs 50x, selling, one sided', 'CSpd 27 Mar 26 90000/100000 | 50x | SELL | one-way'],
  ['27MAR26 90/100 cs 50 gf 15m', 'CSpd 27 Mar 26 90000/100000 | 50x | good for 15'],
  ['good for 1 hour 27MAR26 90/100 cs 50x', 'CSpd 27 Mar 26 90000/100000 | 50x | good for 60'],
  ['27MAR26 90/100 cs 50x, good-for 60 mins, anon', 'CSpd 27 Mar 26 90000/100000 | 50x | anonymous | good for 60'],
  ['27MAR26 90/100 cs 50x GF1m', 'CSpd 27 Mar 26 90000/100000 | 50x | good for 1'],
  ['Jun26 90/100 cs 50 dh anon', 'CSpd 26 Jun 26 90000/100000 | 50x | hedged | anonymous'],
  ['26Jun 90k/100k call spread 50 live disclosed', 'CSpd 26 Jun 26 90000/100000 | 50x | unhedged | disclosed'],
  ['27MAR26 90/100 1x2 call 25 vs 91k', 'Cstm +1.00 Call 27 Mar 26 90000 -2.00 Call 27 Mar 26 100000 | 25x | hedged | at 91000'],
  ['27MAR26 2x1 90/100 put 25x', 'Cstm +2.00 Put 27 Mar 26 100000 -1.00 Put 27 Mar 26 90000 | 25x'],
  ['27MAR26 80P/100C rr 25 @ -0.0064', 'RRCall 27 Mar 26 80000/100000 | 25x | limit -0.0064'],
  ['27MAR26 80P/100C strangle 25', 'Strangle 27 Mar 26 80000/100000 | 25x'],
  ['27MAR26 90C/100C spread 25x', 'CSpd 27 Mar 26 90000/100000 | 25x'],
  ['BTC perp 1m', 'Perp | 1000000x'],
  ['27MAR26 100k call 25', 'Call 27 Mar 26 100000 | 25x'],
  ['100 BTC 27MAR26 100k call', 'Call 27 Mar 26 100000 | 100x'],
  ['26 jun 26 90k straddle 40 with delta, anonymously', 'Straddle 26 Jun 26 90000 | 40x | hedged | anonymous'],
  ['27MAR26 90/100 cs 25x hedge -15329.9 BTC-PERPETUAL @ 91445', 'CSpd 27 Mar 26 90000/100000 | 25x | hedge SELL BTC-PERPETUAL at 91445'],
]

const ethLines: [line: string, meaning: string][] = [
  ['ETH 27MAR26 2600P/3400C rr 250', 'RRCall 27 Mar 26 2600/3400 | 250x'],
  ['eth 27-Mar-2026 3,000 p x500', 'Put 27 Mar 26 3000 | 500x'],
  ['ETH 27 Mar 26 2600/2,400 put spread 1,000x', 'PSpd 27 Mar 26 2600/2400 | 1000x'],
  ['27MAR26 2.6k/3.4k strangle 250', 'Strangle 27 Mar 26 2600/3400 | 250x'],
]

/** Each of these lines is ambiguous. A suggestion is used only when the user clicks it. */
const offers: [line: string, problem: string, offered: string[]][] = [
  [
    'Mar 90/100 cs 50',
    'Did you mean 27MAR26 or 20MAR26 or 26MAR27?',
    ['27MAR26 90/100 cs 50x', '20MAR26 90/100 cs 50x', '26MAR27 90/100 cs 50x'],
  ],
  [
    '90k/100k cs 25x',
    'Did you mean 27MAR26 or 26JUN26 or 26MAR27?',
    ['90k/100k cs 25x 27MAR26', '90k/100k cs 25x 26JUN26', '90k/100k cs 25x 26MAR27'],
  ],
  ['27MAR26 25d rr 50', 'Did you mean 80k/110k?', ['27MAR26 80k/110k rr 50x']],
  ['27MAR26 straddle 40', 'Did you mean 90k?', ['27MAR26 straddle 40x 90k']],
  [
    'straddle 40',
    'Did you mean 27MAR26 · 90k or 26JUN26 · 90k or 26MAR27 · 90k?',
    ['straddle 40x 27MAR26 90k', 'straddle 40x 26JUN26 90k', 'straddle 40x 26MAR27 90k'],
  ],
  ['27MAR26 straddle 90', 'Did you mean 90k or 90x · 90k?', ['27MAR26 straddle 90k', '27MAR26 straddle 90x 90k']],
  [
    '27MAR26 80P/100C 25x',
    'Did you mean risk reversal or strangle?',
    ['27MAR26 80P/100C 25x risk reversal', '27MAR26 80P/100C 25x strangle'],
  ],
  ['27MAR26 90C/100C 25x', 'Did you mean spread?', ['27MAR26 90C/100C 25x spread']],
  ['27MAR26 90/100 call 25x', 'Did you mean spread?', ['27MAR26 90/100 call 25x spread']],
  ['27MAR26 90k/100k call ratio 25x', 'Did you mean 1x2?', ['27MAR26 90k/100k call ratio 25x 1x2']],
  ['27MAR26 100k call 25x @ 420', 'Did you mean @ 0.0420?', ['27MAR26 100k call 25x @ 0.0420']],
  ['27MAR26 100k call 25x vs 91', 'Did you mean vs 91k?', ['27MAR26 100k call 25x vs 91k']],
  ['27MAR26 100k call 12,5x', '12,5 is not a valid number.', ['27MAR26 100k call 12.5x']],
  ['27MAR26 ATM straddle 40x', 'Did you mean 90k?', ['27MAR26 90k straddle 40x']],
  ['27MAR26 at the money call 40x', 'Did you mean 90k?', ['27MAR26 90k call 40x']],
  ['BTC-27MAR26-90000-C/BTC-27MAR26-100000-C 25x', 'Did you mean spread?', ['BTC-27MAR26-90000-C/BTC-27MAR26-100000-C 25x spread']],
  ['27MAR26 100k call 25x pay 420', 'Did you mean pay 0.0420?', ['27MAR26 100k call 25x pay 0.0420']],
  ['27MAR26 100k call 25x 2w', '2w was not recognised.', ['27MAR26 100k call 25x two-way']],
  ['Buy 50x BTC Mar25 100k C', 'Mar25 has passed.', ['Buy 50x BTC 27MAR26 100k C']],
  ['27MAR26 100,0k/110k call spread 25x', '100,0k is not a valid number.', ['27MAR26 100.0k/110k call spread 25x']],
  ['27MAR26 100k call x1.234,5', '1.234,5 is not a valid number.', ['27MAR26 100k call x1234.5']],
  ['27MAR26 100k call 25x @ 0,042', '0,042 is not a valid number.', ['27MAR26 100k call 25x @ 0.042']],
  [
    '27MAR26 100k call 25x gf 10m',
    'The lifetime of an RFQ must be 1 minute, 5 minutes, 15 minutes, 30 minutes or 1 hour.',
    ['27MAR26 100k call 25x gf 5m'],
  ],
  [
    '27MAR26 100k call 25x good for 2 hours',
    'The lifetime of an RFQ must be 1 minute, 5 minutes, 15 minutes, 30 minutes or 1 hour.',
    ['27MAR26 100k call 25x gf 1h'],
  ],
  ['27MAR26 100k call 25x gf 15', 'Minutes or hours?', ['27MAR26 100k call 25x gf 15m']],
  ['27MAR26 90k stradle 25x', '“stradle” was not recognised.', ['27MAR26 90k straddle 25x']],
  [
    '27MAR26 92500 call 25x',
    'There is no BTC call of 27 Mar 26 at 92500. 90000 and 100000 are listed.',
    ['27MAR26 90k call 25x', '27MAR26 100k call 25x'],
  ],
]

const problems: [line: string, sentence: string][] = [
  ['', 'Add the structure: call, put'],
  ['hello there', '“hello” was not recognised.'],
  ['27MAR26 ATM 90k straddle 40x', '“atm” and a strike contradict each other. Only one of them is accepted.'],
  ['sell 27MAR26 100k call 25x pay 0.042', 'pay 0.042 was not recognised.'],
  ['27MAR26 call spread 90k', 'A Call Spread needs one expiry and 2 strikes.'],
  ['27MAR26 90k call calendar', 'A Call Calendar needs two expiries and 1 strike. Listed: 20MAR26, 27MAR26, 26JUN26, 26MAR27.'],
  ['27MAR26 90/100k call spread 50x for size', '“size” was not recognised.'],
  ['27MAR26 90/100k call spread straddle 50x', '“call” was not recognised.'],
  ['27MAR26 90/100k call straddle', '“call” was not recognised.'],
  ['BTC ETH 27MAR26 100k call', '“eth” was not recognised.'],
  ['27MAR26 90/100k call spread 25x 50x', '50x was not recognised.'],
  ['27MAR26 90/100k call spread 25x dh live', '“live” was not recognised.'],
  ['27MAR26 100k call put', 'The line contains both call and put'],
  ['27MAR26 -100k call', '-100k was not recognised.'],
  ['27MAR26 100k -call', '“-call” was not recognised.'],
  ['27MAR26 0 call', '0 was not recognised.'],
  ['27MAR26 100k call 0x', '0x is not a valid quantity.'],
  ['27MAR26 100k call 1,2x', '1,2 is not a valid number.'],
  ['27MAR26 0,5k call', '0,5k is not a valid number.'],
  ['27MAR26 100k call 12,34,5x', '12,34,5 is not a valid number.'],
  ['BTC perp 100kx delta hedged', 'Only options can be hedged with a perpetual.'],
  ['27MAR26 31337 call', 'There is no BTC call of 27 Mar 26 at 31337. 70000 is listed.'],
  ['27MAR27 100k call', 'There is no expiry 27MAR27. Listed: 20MAR26, 27MAR26, 26JUN26, 26MAR27.'],
  ['Sep 100k call', 'There is no expiry Sep. Listed: '],
  ['27MAR26 80C/100P rr', '80kC is not a leg of a Risk Reversal (Call).'],
  ['27MAR26 100k call 25x @', '“@” was not recognised.'],
  ['27MAR26 100k call 25x vs', '“vs” was not recognised.'],
  ['27MAR26 100k call 25x vs 1k', 'vs 1k is not a valid price of BTC.'],
  ['27MAR26 100k call 25x one-way', 'A one-way line needs buy or sell: buy … one-way.'],
  ['buy 27MAR26 100k call 25x two-way one-way', '“one-way” was not recognised.'],
  ['27MAR26 100k call 25x one', '“one” was not recognised.'],
  ['27MAR26 100k call 25x gf', 'Add how long the RFQ stays open, for example gf 15m.'],
  ['27MAR26 100k call 25x gf 15m gf 30m', 'gf 30m was not recognised.'],
  ['27MAR26 25d cs 25x', 'Strikes can be given by delta for a call, a put, a strangle or a risk reversal'],
]

describe('3.15 a line as desks type it', () => {
  it.each(lines)('%s', (line, meaning) => expect(understood(line)).toBe(meaning))
  it.each(ethLines)('%s', (line, meaning) => expect(understood(line, eth)).toBe(meaning))
  it.each(problems)('%j: %s', (line, sentence) => expect(understood(line)).toContain(`unread: ${sentence}`))

  it.each(offers)('%s: %s', (line, problem, offered) => {
    const read = readLine(line, btc)
    if (read.state !== 'UNREAD') throw new Error('understood without a question')
    expect(read.problem).toBe(problem)
    if (offered.length > 0) expect(read.offers.map((offer) => offer.line)).toEqual(offered)
  })

  it('takes a press, and no more than one, from what is offered to what is understood', () => {
    for (const [line] of offers.filter(([, , offered]) => offered.length > 0)) {
      const read = readLine(line, btc)
      if (read.state === 'UNREAD') for (const offer of read.offers) expect(understood(offer.line), offer.line).not.toMatch(/^unread/)
    }
  })

  it.each([
    'CSpd  27 Mar 26  100000/120000',
    'RRPut  27 Mar 26  90000/110000',
    'Cstm\n+1.00 Call 27 Mar 26 100000\n-1.50 Put 26 Jun 26 80000\n+2.00 Fut 26 Jun 26',
  ])('%j, copied from the tape, is read back', (text) => {
    const read = readLine(text, btc)
    if (read.state === 'UNREAD') throw new Error(read.problem)
    expect(describeStructure(read.meaning.structure)).toBe(text)
    expect(understood(text.replaceAll(/\s+/g, ' '))).toBe(text.replaceAll(/\s+/g, ' '))
  })

  it('leaves nothing out: a word put anywhere into a line is reported, unless it has a meaning there', () => {
    const understoodWith = lines.flatMap(([line]) => {
      const parts = line.split(' ')
      return ['foo', '420v', '@', 'c/p', 'all', 'sep26'].flatMap((word) =>
        [...parts, ''].map((_, place) => [...parts.slice(0, place), word, ...parts.slice(place)].join(' ')),
      )
    })
    // A risk reversal has a call and a put, and a price after @ is a limit.
    expect(understoodWith.filter((line) => readLine(line, btc).state === 'UNDERSTOOD')).toEqual([
      '27MAR26 90k/110k c/p rr 25x',
      '27MAR26 90k/110k c/p put risk reversal 25x',
      'Future Spread PERP / @ 26 JUN 26 200,000x',
      'Future Spread PERP / 26 JUN @ 26 200,000x',
      'BTC perp @ 1m',
    ])
  })

  it('asks once: every offer of “Did you mean” is understood as it is, and every line has an answer', () => {
    const piece = fc.constantFrom(
      ...['Mar', '27MAR26', '26 Jun 26', 'Jun26', 'perp', '90', '100k', '90/100', '80P/110C', '90k/100k', '40', '25x', '1x2', '2x1', '25d'],
      ...['call', 'put', 'cs', 'rr', 'straddle', 'strangle', 'spread', 'ratio', 'calendar', 'future', 'buy', 'sell', 'dh', 'live', 'anon'],
      ...[
        'vs 91k',
        'vs 91',
        '@ 420',
        '@ 0.042',
        'gf 15m',
        'gf',
        'one-way',
        'stradle',
        'foo',
        '12,5',
        'BTC',
        'ETH',
        'BTC-27MAR26-100000-C',
        '+1 BTC-PERPETUAL',
        '-',
        '/',
        '@',
      ],
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const read = readLine(pieces.join(' '), btc)
        if (read.state === 'UNDERSTOOD') return
        expect(read.problem).not.toBe('')
        if (read.problem.startsWith('Did you mean'))
          for (const offer of read.offers) expect(understood(offer.line), `${pieces.join(' ')} → ${offer.line}`).not.toMatch(/^unread/)
      }),
      { numRuns: 1000 },
    )
  })

  it('makes no offer that would lead to another question: a figure that is there twice', () => {
    expect(readLine('26 Jun 26 90k/100k 90 90 26 Jun 26 spread', btc)).toMatchObject({
      state: 'UNREAD',
      problem: 'Did you mean 90x?',
      offers: [{ part: '90x', line: '26 Jun 26 90k/100k 90 90x 26 Jun 26 spread' }],
    })
  })

  it('marks every part of a line as understood, offered, for later or unknown', () => {
    const states = (line: string) => readLine(line, btc).parts.map(({ text, state }) => `${text} ${state}`)
    expect(states('sell 27MAR26 100k call 25x @ 0.0420')).toEqual([
      'sell LATER',
      '27MAR26 UNDERSTOOD',
      '100k UNDERSTOOD',
      'call UNDERSTOOD',
      '25x UNDERSTOOD',
      '@ 0.0420 LATER',
    ])
    expect(states('Mar 90/100 cs foo')).toEqual(['Mar SUGGESTED', '90/100 UNDERSTOOD', 'cs UNDERSTOOD', 'foo UNKNOWN'])
  })
})

describe('3.15 a line that is copied', () => {
  it.each([
    ['CSpd 27 Mar 26 90000/100000', 'BTC 27MAR26 90k/100k call spread'],
    ['PSpd 27 Mar 26 100000/90000', 'BTC 27MAR26 100k/90k put spread'],
    ['RRPut 27 Mar 26 90000/100000', 'BTC 27MAR26 90k/100k put risk reversal'],
    ['27MAR26/26JUN26 100k/90k call diagonal', 'BTC 27MAR26/26JUN26 100k/90k call diagonal'],
    ['Perp', 'BTC perp'],
    ['sell BTC perp/26JUN26 future spread 100kx', 'sell BTC perp/26JUN26 future spread 100000x'],
    ['buy 27MAR26 90/100 cs 50 vs 91k anon @ 0.042', 'buy BTC 27MAR26 90k/100k call spread 50x vs 91000 anon @ 0.0420'],
    ['+1 BTC-27MAR26-100000-C -1 BTC-27MAR26-90000-C', '+1 BTC-27MAR26-100000-C -1 BTC-27MAR26-90000-C'],
  ])('%s is written %s', (line, printed) => {
    const read = readLine(line, btc)
    if (read.state === 'UNREAD') throw new Error(read.problem)
    expect(printLine(read.meaning)).toBe(printed)
  })

  it('gives back the structure, the quantity, the hedge, the name, the side and the limit, for up to 25 legs', () => {
    fc.assert(
      fc.property(randomMeaning, (meaning) => {
        const read = readLine(printLine(meaning), btc)
        expect(read.state === 'UNDERSTOOD' ? read.meaning : read).toEqual(meaning)
      }),
    )
  })
})
