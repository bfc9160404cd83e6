/** The builder sends an entry exactly as shown or not at all: unreadable numbers, the example, and the line above the legs. */
import { fireEvent } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { bitcoin, draw, fill, isOff, leave, leaveSeats, listing, markAt, press, receive, screen, takeSeat, textOf, until, within } from '../../../../test/trading-desk.tsx' // prettier-ignore
import { FAR, instruments } from '../../../../test/chain-example.ts'
import { personOf } from '../../../../test/screen/people.ts'
import { rfqView } from '../../../../test/wire.ts'
import { RfqBuilder } from './RfqBuilder.tsx'

leaveSeats()

const CALL = 'BTC-27MAR26-100000-C'
const CREATE = '/v2/drfq/rfqs/'

const builder = () => within(screen.getByRole('dialog', { name: 'New RFQ' }))
const line = () => builder().getByLabelText('Paste or type an RFQ') as HTMLInputElement
const quantity = () => builder().getByLabelText('Quantity (BTC)') as HTMLInputElement
const send = () => builder().getByRole('button', { name: /^Send RFQ to/ })
const pressed = (name: string) => press(builder().getByRole('button', { name }))
const isSaid = (words: RegExp | string) => builder().queryAllByText(words).length > 0
/** The instruments of the legs, as named in their rows. */
const legs = () =>
  builder()
    .queryAllByRole('radiogroup', { name: /^Side of / })
    .map((one) => one.getAttribute('aria-label')!.replace('Side of ', ''))
const refuses = (button: HTMLElement, reason: string) => {
  expect(button.title + textOf(button)).toContain(reason)
  expect(isOff(button)).toBe(true)
}
const keyOf = (key: string) => fireEvent.keyDown(line(), { key, ctrlKey: true })

type Seat = Parameters<typeof takeSeat>[0]
const open = (seat: Seat = {}) => {
  const desk = takeSeat({ user: personOf(), flags: ['feature_premium_hedge'], ...seat }) // prettier-ignore
  const onClose = vi.fn()
  draw(<RfqBuilder open onClose={onClose} />)
  return { ...desk, onClose }
}
/** The builder, once its first structure is shown. */
async function builds(seat: Seat = {}) {
  const desk = open(seat)
  await until(() => {
    expect(legs()).toHaveLength(2)
    expect(isSaid('LIND')).toBe(true)
  })
  return desk
}

describe('the example of the builder', () => {
  it('cannot be sent; the first price that is clicked replaces it, and Ctrl+Backspace clears the legs', async () => {
    const { calls, onClose } = await builds()
    expect(isSaid('Example')).toBe(true)
    fill(quantity(), '25')
    refuses(send(), 'This is an example')
    refuses(builder().getByRole('button', { name: /^Save draft/ }), 'This is an example')
    keyOf('Enter')
    expect([calls('POST', CREATE), onClose.mock.calls]).toEqual([[], []])
    press(builder().getByRole('tab', { name: /^27 MAR 26/ }))
    pressed(`Buy one ${CALL}`)
    expect(legs()).toEqual([CALL])
    expect(isSaid('Example')).toBe(false)
    expect(isOff(send())).toBe(false)
    fireEvent.keyDown(builder().getByRole('tab', { name: /^27 MAR 26/ }), { key: 'Backspace', ctrlKey: true })
    expect(legs()).toEqual([])
    refuses(send(), 'Choose a structure')
  })

  it('becomes the user’s own with a click, and is blocked by an unreadable quantity', async () => {
    await builds()
    pressed('Use this example')
    fill(quantity(), '100')
    expect(isOff(send())).toBe(false)
    fill(quantity(), '12,5')
    refuses(send(), 'Enter a valid quantity.')
    pressed('Use 12.5')
    expect(quantity().value).toBe('12.5')
    fill(quantity(), '25.07')
    leave(quantity())
    expect(quantity().value).toBe('25.1')
    expect(isSaid('rounded from 25.07')).toBe(true)
    expect(isOff(send())).toBe(false)
  })

  it('never replaces a line that was typed before the chain was loaded', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    open({ answers: { 'GET /v2/drfq/instruments/': () => promise.then(() => listing()) } })
    fill(line(), `${CALL} 50x`)
    resolve()
    // The forward depends on the marks, and so does the example.
    await until(() => expect(textOf(screen.getByRole('dialog', { name: 'New RFQ' }))).toMatch(/Forward [\d,.]+ · /))
    await until(() => expect(legs()).toEqual([CALL]))
    receive({ markets: [bitcoin()] })
    await until(() => expect(isOff(send())).toBe(false))
    expect(legs()).toEqual([CALL])
    expect(isSaid('Example')).toBe(false)
  })
})

describe('3.15 the line of the builder', () => {
  it('3.15 is rewritten when a field below is changed by hand, so that both always say the same', async () => {
    const { calls } = await builds({ answers: { [`POST ${CREATE}`]: () => rfqView() } })
    fill(line(), `sell ${CALL} 50x @ 0.042`)
    expect(isSaid(/^✓ Understood: Call .* · 1 leg · 50 · sell, limit 0\.0420: kept for your ticket/)).toBe(true)
    fill(quantity(), '40')
    expect(line().value).toMatch(/^sell BTC .* call 40x @ 0\.0420$/)
    expect(isSaid(/^✓ Understood: Call .* · 1 leg · 40 · sell, limit 0\.0420: kept for your ticket/)).toBe(true)
    expect(isOff(send())).toBe(false)
    // A quantity that cannot be read is not in the line, and blocks as it does without one.
    fill(quantity(), '40,5')
    expect(line().value).toMatch(/ 40x /)
    refuses(send(), 'Enter a valid quantity.')
    pressed('Use 40.5')
    expect(line().value).toMatch(/ 40\.5x /)
    pressed('Put Spread')
    expect(line().value).toMatch(/^sell BTC .* put spread 40\.5x @ 0\.0420$/)
    expect(legs()).toHaveLength(2)
    // A line that is typed and not understood blocks, whatever is below it.
    fill(line(), `${line().value} maybe`)
    refuses(send(), '“maybe” was not recognised.')
    pressed('Clear it')
    expect(line().value).toBe('')
    press(send())
    await until(() => expect(calls('POST', CREATE).map(({ body }) => body)).toMatchObject([{ quantity: '40.5' }]))
  })

  it('3.15 names what it does not understand, offers what may be meant, and takes no number from the line before', async () => {
    await builds()
    fill(line(), `${CALL} 250x anon`)
    expect(quantity().value).toBe('250')
    fill(line(), `${CALL} delta hedged`)
    expect(isSaid(/^✓ Understood: .*delta hedged$/)).toBe(true)
    expect(quantity().value).toBe('')
    const isOn = (name: string) => (builder().getByRole('switch', { name }) as HTMLInputElement).checked
    expect([isOn('Anonymous'), isOn('Automatic delta hedge')]).toEqual([false, true])
    refuses(send(), 'Enter a quantity.')
    fill(line(), `${CALL} 12,5x`)
    refuses(send(), '12,5 is not a valid number.')
    pressed('Use 12.5')
    expect(quantity().value).toBe('12.5')
    fill(line(), `${CALL} 50`)
    expect(quantity().value).toBe('50')
    fill(line(), 'sell 27MAR26 100000 cal 30x @ 0.042')
    refuses(send(), 'A Call Calendar needs two expiries')
    fill(line(), 'sell 27MAR26 100000 callx 30x')
    refuses(send(), '“callx” was not recognised.')
    pressed('Use call')
    expect(quantity().value).toBe('30')
    expect(isSaid(/sell: kept for your ticket; makers do not see it$/)).toBe(true)
    fill(line(), '100000 call 25x')
    refuses(send(), 'Did you mean ')
    press(builder().getAllByRole('button', { name: /^Use \d{1,2}[A-Z]{3}\d{2}$/ })[0]!)
    expect(line().value).toMatch(/^\d+ call 25x \d{1,2}[A-Z]{3}\d{2}$/)
    expect(isOff(send())).toBe(false)
    fill(line(), `${CALL} 25x all or none`)
    refuses(send(), '“all” was not recognised.')
  })

  it('3.15 is copied as a line, and understood as the same legs', async () => {
    await builds()
    const copied = vi.fn(() => Promise.resolve())
    vi.stubGlobal('navigator', { ...navigator, onLine: true, clipboard: { writeText: copied } })
    fill(line(), '100000 call 25x 27MAR26')
    const before = legs()
    pressed('Copy line')
    const [text] = copied.mock.calls[0] as unknown as [string]
    expect(text).toMatch(/^BTC .* call 25x$/)
    expect(text).not.toBe(line().value)
    fill(line(), text)
    expect(isSaid(/^✓ Understood: Call .* · 1 leg · 25$/)).toBe(true)
    expect(legs()).toEqual(before)
    expect(isOff(send())).toBe(false)
  })

  it('4.8 4.14 has the side and the time of a request, which the fields below can contradict, and sends what both show', async () => {
    const { calls, onClose } = await builds({ answers: { [`POST ${CREATE}`]: () => rfqView() } })
    fill(line(), `${CALL} 30x gf 10m`)
    refuses(send(), 'The lifetime of an RFQ must be 1 minute, 5 minutes, 15 minutes, 30 minutes or 1 hour.')
    fill(line(), `sell ${CALL} 30x one-way two-way`)
    refuses(send(), '“two-way” was not recognised.')
    fill(line(), `sell ${CALL} 30x one-way`)
    expect(isSaid(/ · 30 · one-way: you sell, visible to makers$/)).toBe(true)
    expect(textOf(screen.getByRole('dialog', { name: 'New RFQ' }))).toContain('and that you sell.')
    expect(builder().getByRole('radio', { name: 'I sell' }).getAttribute('aria-checked')).toBe('true')
    fill(line(), `${CALL} 30x gf 15m`)
    expect(textOf(screen.getByRole('dialog', { name: 'New RFQ' }))).toContain('Your side stays hidden.')
    expect(isSaid(/ · 30 · good for 15 minutes$/)).toBe(true)
    const goodFor = builder().getByLabelText('Good for') as HTMLSelectElement
    expect(goodFor.value).toBe('900000')
    fill(goodFor, '1800000')
    expect(line().value).toMatch(/ 30x gf 30m$/)
    expect(isOff(send())).toBe(false)
    press(send())
    await until(() => expect(onClose).toHaveBeenCalled())
    expect(calls('POST', CREATE).map(({ body }) => body)).toEqual([expect.objectContaining({ quantity: '30', good_for_seconds: 1800 })])
  })

  it('3.15 in the order book rejects a line with a lifetime, names it, and offers the line without it', async () => {
    await builds()
    press(builder().getByRole('radio', { name: 'Order book' }))
    const market = () => builder().getByRole('button', { name: /^(Open|Join) market/ })
    const example = line().placeholder.replace('Paste any RFQ line: ', '')
    expect(example).toContain('call spread')
    fill(line(), `${example} gf 15m`)
    expect(isSaid(/Only a direct RFQ can have these terms: good for 15 minutes/)).toBe(true)
    expect(isOff(market())).toBe(true)
    pressed('Use the line without it')
    expect(isSaid(/250: not sent, because a market has no quantity/)).toBe(true)
    expect(isOff(market())).toBe(false)
  })
})

describe('a user from a restricted address with no RFQs left', () => {
  // Proves T 4.40.
  it('keeps drafts, but cannot send one, nor open a market, and reads why', async () => {
    const { calls, onClose } = await builds({ user: personOf({ restricted_ip_rfqs_left: 0 }) })
    pressed('Use this example')
    fill(quantity(), '25')
    refuses(send(), 'No RFQs left: you signed in from a restricted IP address. Sign in from another address to send more.')
    expect(isSaid('No RFQs left: you signed in from a restricted IP address. Sign in from another address to send more.')).toBe(true)
    expect(isOff(builder().getByRole('button', { name: /^Save draft/ }))).toBe(false)
    keyOf('Enter')
    expect([calls('POST', CREATE), onClose.mock.calls]).toEqual([[], []])
    press(builder().getByRole('radio', { name: 'Order book' }))
    refuses(
      builder().getByRole('button', { name: /^(Open|Join) market/ }),
      'No RFQs left: you signed in from a restricted IP address. Sign in from another address to send more.',
    )
  })
})

describe('the makers of a request', () => {
  // Proves T 3.53, T 6.6.
  it('2.14 4.15 are chosen by a group that an administrator creates, renames and deletes here, and the request names it', async () => {
    const groups: { id: string; name: string; makers: readonly string[]; made_by: string; left_out: readonly string[] }[] = []
    const bodyOf = ({ body }: { body: unknown }) => body as { name: string; makers: readonly string[] }
    const kept = (id: string, body: { name: string; makers: readonly string[] }) => {
      groups.splice(0, 1, { id, made_by: 'DESK', left_out: [], ...body })
      return groups[0]
    }
    const at = '/account/counterparty-groups/'
    const { calls } = await builds({
      user: personOf({ role: 'administrator' }),
      answers: {
        [`GET ${at}`]: () => ({ results: [...groups] }),
        [`POST ${at}`]: (sent) => kept('c_1', bodyOf(sent)),
        [`PATCH ${at}c_1/`]: (sent) => kept('c_1', bodyOf(sent)),
        [`DELETE ${at}c_1/`]: () => {
          groups.length = 0
          return {}
        },
        [`POST ${CREATE}`]: () => rfqView(),
      },
    })
    const chips = () => within(builder().getByRole('group', { name: 'Groups of counterparties' }))
    const chip = (name: RegExp | string) => chips().getByRole('button', { name })
    press(chip('None'))
    for (const desk of ['LIND', 'KEST']) press(builder().getByRole('checkbox', { name: desk }))
    press(chip('Edit…'))
    fill(builder().getByLabelText('Group name'), 'LP Core')
    pressed('Save new · 2')
    await until(() => expect(chip('LP Core 2').getAttribute('aria-pressed')).toBe('true'))
    press(chip(/^LP All/))
    press(chip('LP Core 2'))
    expect(textOf(send())).toContain('Send RFQ to 2 makers')
    press(chip('Edit…'))
    fill(builder().getByLabelText('Group name'), 'LP First')
    pressed('Save · 2')
    await until(() => expect(chip('LP First 2')).toBeDefined())
    fill(line(), `${CALL} 25`)
    await until(() => expect(isOff(send())).toBe(false))
    press(send())
    await until(() => expect(calls('POST', CREATE)).toHaveLength(1))
    expect(calls('POST', CREATE)[0]!.body).toMatchObject({ groups: ['LP First'], counterparties: ['LIND', 'KEST'] })
    press(chip('Edit…'))
    pressed('Delete')
    await until(() => expect(chips().queryByRole('button', { name: 'LP First 2' })).toBeNull())
  })

  it('8.13 have their history next to each, and are sorted by it', async () => {
    const since = 0
    const history = { desk_name: 'KEST', asked: 2, quoted: 1, dealt: 1, median_response_ms: 1_200 }
    await builds({ answers: { 'GET /v2/drfq/counterparties/history/': () => ({ since, results: [history] }) } })
    const figures = () => builder().getAllByRole('group', { name: / in 30 days/ })
    const names = () => figures().map((one) => one.getAttribute('aria-label')!)
    await until(() => expect(names()).toHaveLength(3))
    expect(names()).toContain('KEST: quoted 1 of 2 in 30 days, traded 1, median 1.2 s')
    expect(names().filter((words) => words.includes('no history'))).toHaveLength(2)
    fireEvent.change(builder().getByLabelText('Sort makers'), { target: { value: 'HIT' } })
    await until(() => expect(names()[0]).toMatch(/^KEST: /))
  })
})

describe('10.1 the flag feature_alt_coins', () => {
  /** Options on TON, which Bit.com lists. They trade in direct RFQs, and in the order book only with the flag. */
  const altCoins = { 'GET /v2/drfq/instruments/': () => listing((one) => (one.kind === 'OPTION' ? { ...one, product_code: 'OJ' } : one)) }
  const refused = /There is no order book for .*TON linear options\. Try a direct RFQ\./
  const market = () => builder().getByRole('button', { name: /^(Open|Join) market/ })
  async function opensCall(seat: Seat) {
    await builds(seat)
    pressed('Call')
    press(builder().getByRole('radio', { name: 'Order book' }))
  }

  // Proves T 4.33, T 6.21.
  it('10.1 off keeps options on alt coins out of the order book: the builder shows why, and offers the direct flow', async () => {
    await opensCall({ answers: altCoins })
    expect(isSaid(refused)).toBe(true)
    expect(isOff(market())).toBe(true)
    press(builder().getByRole('radio', { name: 'Direct' }))
    expect(send()).toBeDefined()
    expect(isSaid(refused)).toBe(false)
  })

  it('10.1 off leaves options on the large coins as they are', async () => {
    await opensCall({})
    expect(isSaid('Checked against the server’s rules ✓')).toBe(true)
    expect(isOff(market())).toBe(false)
  })

  it('10.1 on allows both', async () => {
    await opensCall({ answers: altCoins, flags: ['feature_alt_coins'] })
    expect(isSaid('Checked against the server’s rules ✓')).toBe(true)
    expect(isSaid(refused)).toBe(false)
    expect(isOff(market())).toBe(false)
  })
})

describe('6.14 the preview of a request', () => {
  it('has a figure if there is one, a dash with its reason if a later leg decides, and a line next to each structure’s name', async () => {
    await builds()
    const preview = () => within(builder().getByRole('region', { name: 'Preview' }))
    const figures = () => preview().queryAllByRole('definition').map(textOf)
    // The later option is more expensive, so that the calendar costs money.
    const later = [...instruments.values()].filter(({ expiresAt, kind }) => expiresAt === FAR && kind === 'OPTION')
    receive({ markets: [bitcoin({ marks: later.map(({ id }) => markAt(id, '0.0600')) })] })
    pressed('Call Calendar')
    fill(quantity(), '50')
    await until(() => expect(figures().some((words) => /^\d+\.\d{2,4} BTC \(\$[\d.]+k now\)$/.test(words))).toBe(true))
    expect(preview().getByText('Depends on the value of the later leg at that time.')).toBeDefined()
    pressed('Put')
    press(builder().getByRole('button', { name: /^Flip sides/ }))
    const structures = within(builder().getByRole('navigation', { name: 'Structure' }))
    expect(structures.getByRole('button', { name: 'Put sold', pressed: true }).querySelector('svg')).not.toBeNull()
    expect(structures.getAllByRole('listitem').filter((one) => textOf(one).includes('inverse'))).toEqual([])
    await until(() => expect(figures().some((words) => /^−\$[\d.]+m at 0$/.test(words))).toBe(true))
  })
})
