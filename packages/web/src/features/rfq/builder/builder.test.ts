import { describe, expect, it } from 'vitest'
import { createListing, recognise, type Instrument } from '@parley/core'
import { emptyForm, reduceBuilder, type BuilderAction, type BuilderForm } from './builder-form.ts'
import { nearestQuantity, requestTerms, structureOf, summarise, unreadLine, withUnread, type BuilderFacts } from './builder-summary.ts'
import { FAR, idOf, instruments, marks, NEAR } from '../../../../test/chain-example.ts'
import { chainRows, expiriesOfChain } from './chain.ts'
import { deltaHedge } from './delta-hedge.ts'
import { agrees, exampleLine, readLine, type ReadLine } from './line.ts'
import { markedBy } from '../../line/listing-marks.ts'
import { offered, offeredIn, suggestLegs } from './suggest.ts'

const call90 = idOf(NEAR, 90_000, 'CALL')
const call110 = idOf(NEAR, 110_000, 'CALL')
const makers = ['LIND', 'ORRY', 'KEST'].map((desk) => ({
  id: desk,
  desk_name: desk,
  firm_name: desk,
  groups: ['LP'],
  venues: ['DBT' as const],
}))
const facts: BuilderFacts = {
  venue: 'DBT',
  desk: 'AMBR',
  instruments,
  marks,
  makers,
  accounts: ['main', 'second'],
  defaultAccountOf: (codes) => (codes.every((code) => ['DO', 'CF'].includes(code)) ? 'main' : undefined),
  settlingRefusal: () => undefined,
  areMakersLoaded: true,
  isHedgeOffered: true,
  openRfqs: 0,
  drafts: 0,
  now: NEAR - 30 * 86_400_000,
}

const listing = createListing(instruments.values(), 'BTC', (one) => markedBy(marks, one))
const direct = { listing, currency: 'BTC', currencies: ['BTC', 'ETH'], flow: 'DIRECT' } as const
const market = { ...direct, flow: 'ORDER_BOOK' } as const
const after = (...actions: BuilderAction[]): BuilderForm => actions.reduce(reduceBuilder, emptyForm({ venue: 'DBT', currency: 'BTC' }))
const spread: BuilderAction = { kind: 'legsChosen', legs: suggestLegs('Call Spread', instruments, marks, NEAR)! }

describe('the RFQ builder', () => {
  it.each(offered.map((name) => [name]))('suggests legs that are a %s', (name) => {
    const legs = suggestLegs(name, instruments, marks, NEAR)
    expect(legs, name).toBeDefined()
    expect(recognise(structureOf(legs!, instruments)!).name).toBe(name === 'Future' ? 'Future' : name)
  })

  it('offers no structure of futures where none, or too few of them, are listed', () => {
    const listed = (isKept: (one: Instrument) => boolean) => offeredIn(new Map([...instruments].filter(([, one]) => isKept(one))))
    expect(listed(() => true)).toEqual(offered)
    expect(listed(({ kind }) => kind === 'OPTION')).toEqual(offered.filter((name) => !name.startsWith('Future')))
    expect(listed(({ kind, expiresAt }) => kind === 'OPTION' || expiresAt === undefined)).toEqual(
      offered.filter((name) => name !== 'Future Spread'),
    )
    expect(listed(() => false)).toEqual(offered)
  })

  it('adds a leg on a click, one more on the second, and removes it on a click on the other side', () => {
    const press = (side: 'BUY' | 'SELL'): BuilderAction => ({ kind: 'pricePressed', instrumentId: call90, side })
    expect(after(press('BUY')).legs).toEqual([{ instrumentId: call90, side: 'BUY', ratio: '1' }])
    expect(after(press('BUY'), press('BUY')).legs).toEqual([{ instrumentId: call90, side: 'BUY', ratio: '2' }])
    expect(after(press('BUY'), press('SELL')).legs).toEqual([])
  })

  it('forgets the legs with the currency', () => {
    expect(after(spread, { kind: 'marketChosen', market: { venue: 'DBT', currency: 'ETH' } })).toMatchObject({ currency: 'ETH', legs: [] })
  })

  const example: BuilderAction = { kind: 'exampleShown', legs: suggestLegs('Straddle', instruments, marks, NEAR)!, expiry: NEAR }
  const lineOf = (text: string) => readLine(text, direct) as Extract<ReadLine, { state: 'UNDERSTOOD' }>
  const takes = (text: string): BuilderAction => ({ kind: 'lineTaken', line: lineOf(text) })
  const LINE = 'BTC 27MAR26 100k/120k call spread'

  it('shows an example that cannot be sent, and never replaces the user’s legs with it', () => {
    const form = after(example, { kind: 'quantityTyped', quantity: '25' })
    expect(form).toMatchObject({ isExample: true, quantity: '25' })
    expect(summarise(form, facts)).toMatchObject({ unready: expect.stringMatching(/^This is an example/), problem: { field: 'legs' } })
    for (const own of [spread, takes(LINE), { kind: 'pricePressed', instrumentId: call90, side: 'BUY' } as const])
      expect(after(own, example)).toEqual(after(own))
  })

  it.each<[what: string, action: BuilderAction, legs: number]>([
    ['a price that is pressed', { kind: 'pricePressed', instrumentId: call90, side: 'BUY' }, 1],
    ['a structure that is chosen', spread, 2],
    ['a line', takes(`${LINE} 25x`), 2],
    ['clearing', { kind: 'legsCleared' }, 0],
    ['another currency', { kind: 'marketChosen', market: { venue: 'DBT', currency: 'ETH' } }, 0],
  ])('replaces the example with %s', (_what, action, legs) => {
    const form = after(example, action)
    expect([form.isExample, form.legs.length]).toEqual([false, legs])
  })

  it.each<[what: string, action: BuilderAction]>([
    ['using it', { kind: 'exampleKept' }],
    ['hedging it', { kind: 'autoHedgeSet', isOn: true }],
    ['another ratio', { kind: 'legRatioed', place: 0, ratio: '2' }],
  ])("makes an example the person's own by %s", (_what, action) => {
    const form = after(example, action, { kind: 'quantityTyped', quantity: '50' })
    expect([form.isExample, form.legs.length, summarise(form, facts).problem]).toEqual([false, 2, undefined])
  })

  it('applies exactly the terms of a line, and none of the previous line', () => {
    const first = after(takes(`${LINE} 250x anon`))
    expect(first).toMatchObject({ quantity: '250', isAnonymous: true, isAutoHedged: false })
    expect(reduceBuilder(first, takes(`${LINE} delta hedged`))).toMatchObject({ quantity: '', isAnonymous: false, isAutoHedged: true })
    const typed = reduceBuilder(first, { kind: 'quantityTyped', quantity: '100' })
    expect(reduceBuilder(typed, takes(LINE))).toMatchObject({ quantity: '100', isAnonymous: false })
  })

  it.each<[what: string, actions: BuilderAction[], isSame: boolean]>([
    ['as taken', [], true],
    ['another quantity', [{ kind: 'quantityTyped', quantity: '30' }], false],
    ['the same quantity in other digits', [{ kind: 'quantityTyped', quantity: '25.0' }], true],
    ['a quantity that cannot be read', [{ kind: 'quantityTyped', quantity: undefined }], false],
    ['turned sides', [{ kind: 'sidesFlipped' }], false],
    ['another ratio', [{ kind: 'legRatioed', place: 1, ratio: '2' }], false],
    ['one leg more', [{ kind: 'pricePressed', instrumentId: call90, side: 'BUY' }], false],
    ['cleared', [{ kind: 'legsCleared' }], false],
    ['a name shown', [{ kind: 'anonymitySet', isOn: false }], false],
    ['without its hedge', [{ kind: 'autoHedgeSet', isOn: false }], false],
    ['another account', [{ kind: 'accountChosen', account: 'second' }], true],
  ])('checks whether the form agrees with the line: %s', (_what, actions, isSame) => {
    const line = lineOf(`${LINE} 25x anon delta hedged`)
    expect(agrees(line, after(takes(`${LINE} 25x anon delta hedged`), ...actions))).toBe(isSame)
  })

  it.each<[said: string, hedged: Partial<BuilderForm>, legs: number]>([
    ['vs 91k', { isAutoHedged: true, hedgeAt: '91000' }, 2],
    ['dh', { isAutoHedged: true, hedgeAt: undefined }, 2],
    ['live', { isAutoHedged: false, hedgeAt: undefined }, 2],
    ['hedge -20130 BTC-PERPETUAL @ 91500', { isAutoHedged: false, hedgeAt: undefined }, 3],
  ])('applies the hedge of a line: %s', (said, hedged, legs) => {
    const line = `${LINE} 25x ${said}`
    const form = after(takes(line))
    expect(form).toMatchObject(hedged)
    expect(form.legs).toHaveLength(legs)
    expect(agrees(lineOf(line), form)).toBe(true)
    expect(agrees(lineOf(line), reduceBuilder(form, { kind: 'autoHedgeSet', isOn: !form.isAutoHedged }))).toBe(false)
    const call = after(takes(`BTC 27MAR26 90k call 25x ${said}`))
    if (hedged.hedgeAt !== undefined) expect(summarise(call, facts).hedge?.hedgePrice).toBe(hedged.hedgeAt)
  })

  it.each([
    ['vs 91k', undefined],
    ['vs 100k', undefined],
    ['vs 19k', 'The line hedges at 19,000, which is 79 % from the mark of 91,482.00.'],
    ['vs 910k', 'The line hedges at 910,000, which is 895 % from the mark of 91,482.00.'],
  ])('refuses a hedge far from its mark: %s', (said, words) => {
    expect(summarise(after(takes(`BTC 27MAR26 90k call 25x ${said}`)), facts).unready).toBe(words)
  })

  it('keeps a side and a limit for the ticket, and puts neither into the form', () => {
    const line = lineOf(`sell ${LINE} 25x @ 0.042`)
    expect(line.words).toBe(
      '✓ Understood: Call Spread · 27 MAR 26 · 100k / 120k · 2 legs · 25 · sell, limit 0.0420: kept for your ticket; makers do not see it',
    )
    expect(after(takes(`sell ${LINE} 25x @ 0.042`))).toEqual(after(takes(`${LINE} 25x`)))
  })

  it('does not send a hedged RFQ while the size of the hedge is unknown', () => {
    const form = after(spread, { kind: 'quantityTyped', quantity: '25' }, { kind: 'autoHedgeSet', isOn: true })
    expect(summarise(form, facts).unready).toBeUndefined()
    expect(summarise(form, { ...facts, marks: new Map() }).unready).toMatch(/unavailable until every leg/)
  })

  it('3.16 refuses an invalid quantity, and offers what a line may have meant', () => {
    expect(summarise(after(spread, { kind: 'quantityTyped', quantity: undefined }), facts).problem?.message).toBe('Enter a valid quantity.')
    expect(readLine(`${LINE} 12,5x`, direct)).toMatchObject({
      state: 'UNREADABLE',
      words: '12,5 is not a valid number.',
      offers: [{ part: '12.5', line: `${LINE} 12.5x` }],
    })
  })

  // In the order in which a user who starts from an empty builder sees them.
  const problems: [what: string, actions: BuilderAction[], words: RegExp | undefined][] = [
    ['nothing', [], /Choose a structure/],
    ['no quantity', [spread], /Enter a quantity/],
    ['too small', [spread, { kind: 'quantityTyped', quantity: '1' }], /12\.5/],
    ['off the increment', [spread, { kind: 'quantityTyped', quantity: '25.05' }], /0\.1/],
    [
      'nobody asked',
      [spread, { kind: 'quantityTyped', quantity: '25' }, { kind: 'makersChosen', makers: [] }],
      /At least one counterparty/,
    ],
    [
      'anonymous to two',
      [
        spread,
        { kind: 'quantityTyped', quantity: '25' },
        { kind: 'makersChosen', makers: ['LIND', 'ORRY'] },
        { kind: 'anonymitySet', isOn: true },
      ],
      /at least 3x LPs/,
    ],
    ['complete', [spread, { kind: 'quantityTyped', quantity: '25' }], undefined],
  ]
  it.each(problems)('says what is missing: %s', (_what, actions, words) => {
    const { problem } = summarise(after(...actions), facts)
    if (words === undefined) expect(problem).toBeUndefined()
    else expect(problem?.message).toMatch(words)
  })

  // Proves T 6.6.
  it('4.15 names the group of the makers until one of them is removed or added', () => {
    const chosen = { kind: 'makersChosen', makers: ['LIND', 'ORRY'], group: 'Core' } as const
    const groupsAfter = (...actions: BuilderAction[]) => {
      const form = after(spread, { kind: 'quantityTyped', quantity: '25' }, ...actions)
      return requestTerms(form, summarise(form, facts), 'OPEN')
    }
    expect(groupsAfter()).toMatchObject({ groups: ['LP'] })
    expect(groupsAfter(chosen)).toMatchObject({ groups: ['Core'], counterparties: ['LIND', 'ORRY'] })
    expect(groupsAfter(chosen, { kind: 'makerToggled', maker: 'ORRY', all: [] })).toMatchObject({
      groups: undefined,
      counterparties: ['LIND'],
    })
  })

  it('sends the legs, who is asked, and the default account of the product', () => {
    const form = after(spread, { kind: 'quantityTyped', quantity: '25' })
    const body = requestTerms(form, summarise(form, facts), 'OPEN')
    expect(body).toMatchObject({
      venue: 'DBT',
      quantity: '25',
      counterparties: ['LIND', 'ORRY', 'KEST'],
      isTakerAnonymous: false,
      state: 'OPEN',
    })
    expect(body.legs).toEqual([
      { instrumentId: call90, ratio: '1', side: 'BUY' },
      { instrumentId: call110, ratio: '1', side: 'SELL' },
    ])
    expect(body.account).toBe('main')
  })

  it('sends the chosen account instead of the default', () => {
    const form = after(spread, { kind: 'quantityTyped', quantity: '25' }, { kind: 'accountChosen', account: 'second' })
    expect(requestTerms(form, summarise(form, facts), 'OPEN').account).toBe('second')
  })

  it.each([
    ['1', '25'],
    ['25.05', '25.1'],
    ['25.04', '25'],
    ['nothing', '25'],
  ])('3.17 instead of %s offers the nearest accepted quantity, %s', (typed, accepted) => {
    const { minimum } = summarise(after({ kind: 'pricePressed', instrumentId: call90, side: 'BUY' }), facts)
    expect(nearestQuantity(typed, minimum!)).toBe(accepted)
  })

  it('sends no hedge if hedges are not available, and shows how to send the RFQ', () => {
    const without = { ...facts, isHedgeOffered: false }
    const form = after(takes('BTC 27MAR26 90k call 25x dh'))
    expect(summarise(form, without).unready).toBe('Delta hedging is not available to your desk. Remove the hedge.')
    expect(summarise(reduceBuilder(form, { kind: 'autoHedgeSet', isOn: false }), without).unready).toBeUndefined()
  })

  it('requires an account if the product has no default', () => {
    const without = { ...facts, defaultAccountOf: () => undefined }
    const form = after(spread, { kind: 'quantityTyped', quantity: '25' })
    expect(summarise(form, without).problem?.message).toMatch(/No default account/)
    expect(summarise(reduceBuilder(form, { kind: 'accountChosen', account: 'second' }), without).problem).toBeUndefined()
    expect(summarise(form, { ...without, accounts: [] }).problem?.message).toMatch(/no account at this venue/)
    const failing = { ...facts, settlingRefusal: (account: string) => `${account} cannot settle now.` }
    expect(summarise(form, failing).problem).toMatchObject({ message: 'main cannot settle now.' })
  })

  it('sends nothing while there is an unreadable line, because the form is older', () => {
    const ready = summarise(after(spread, { kind: 'quantityTyped', quantity: '25' }), facts)
    expect([ready.problem, unreadLine(ready)]).toEqual([undefined, undefined])
    const unread = withUnread(ready, 'There is no BTC call of 26 Mar 27 at 92000.')
    expect([unread.problem?.message, unreadLine(unread)]).toEqual(Array(2).fill('There is no BTC call of 26 Mar 27 at 92000.'))
    expect(withUnread(ready, undefined)).toBe(ready)
  })

  it('hedges the delta that the venue counts, premium included, in dollars of the perpetual', () => {
    const hedge = deltaHedge([{ instrumentId: call90, side: 'BUY', ratio: '1' }], instruments, marks)
    expect(hedge).toMatchObject({ side: 'SELL', hedgePrice: '91482.00' })
    expect(Number(hedge!.ratio)).toBeCloseTo((0.44 - 0.04) * 91_482, 3)
  })

  it('lists the chain by expiry and strike', () => {
    expect(expiriesOfChain(instruments, marks, facts.now).map((one) => one.at)).toEqual([NEAR, FAR])
    expect(chainRows(instruments, NEAR).map((row) => row.strike)).toEqual([70_000, 80_000, 90_000, 100_000, 110_000, 120_000, 130_000])
  })

  it('gives an example that it understands itself', () => {
    const example = exampleLine(instruments, marks, 'BTC', FAR)!
    expect(readLine(example, direct)).toMatchObject({ state: 'UNDERSTOOD', quantity: '250', expiry: FAR })
    expect(exampleLine(new Map(), marks, 'BTC', FAR)).toBeUndefined()
  })

  it('understands a pasted line, and asks for the other currency', () => {
    const read = readLine('BTC 27MAR26 100k/120k call spread 250x', direct)
    expect(read).toMatchObject({ state: 'UNDERSTOOD', quantity: '250', expiry: NEAR })
    const copied = readLine('CSpd  27 Mar 26  100000/120000', direct)
    expect(copied).toMatchObject({ state: 'UNDERSTOOD', expiry: NEAR })
    expect(readLine('ETH 27MAR26 3000 call', direct)).toMatchObject({ state: 'OTHER_CURRENCY', currency: 'ETH' })
    expect(readLine('hello', direct).state).toBe('UNREADABLE')
  })

  it.each([
    ['gf 15m', 'good for 15 minutes'],
    ['buy one-way', 'one-way'],
    ['disclosed', 'your name'],
    ['buy one-way gf 1h', 'one-way and good for 1 hour'],
  ])('10.1 rejects a line with a term that a market cannot have: %s', (terms, said) => {
    const read = readLine(`${LINE} 50x ${terms}`, market)
    expect(read).toMatchObject({
      state: 'UNREADABLE',
      words: `Only a direct RFQ can have these terms: ${said}. Ask makers directly, or remove them.`,
    })
    const [offer] = read.state === 'UNREADABLE' ? read.offers : []
    expect(readLine(offer!.line, market)).toMatchObject({ state: 'UNDERSTOOD', quantity: '50', goodForMs: undefined, takerSide: undefined })
    expect(readLine(`${LINE} 50x ${terms}`, direct).state).toBe('UNDERSTOOD')
  })

  it('10.1 shows which part of a line is not sent to a market', () => {
    expect(readLine(`${LINE} 50x anon`, market)).toMatchObject({
      words: expect.stringMatching(/anonymous · 50: not sent, because a market has no quantity$/) as string,
    })
  })
})
