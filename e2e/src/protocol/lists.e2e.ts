import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from './answer.ts'
import { openDirectFloor, type Floor } from './floor.ts'

let floor: Floor
beforeAll(async () => void (floor = await openDirectFloor()))
afterAll(() => floor?.close())

type Page = { readonly next: string | null; readonly results: readonly Json[] }
const page = async (path: string): Promise<Page> => (await floor.taker.must(200, 'GET', path)) as unknown as Page
const idsOf = ({ results }: Page): unknown[] => results.map((row) => row['id'])

describe('pages, as bots walk them', () => {
  const INSTRUMENTS = '/v2/drfq/instruments/?venue=DBT&base_currency=BTC'

  // Proves W 1.10, W 1.11, W 1.26.
  it('an unescaped cursor leads from page to page to a null, over every instrument once, at least 50', async () => {
    const seen: unknown[] = []
    let cursor: string | null = ''
    for (let each = 0; cursor !== null && each < 100; each++) {
      const now: Page = await page(`${INSTRUMENTS}&page_size=100${cursor === '' ? '' : `&cursor=${cursor}`}`)
      seen.push(...idsOf(now))
      expect(now.next === null || /^[\w-]+$/.test(now.next)).toBe(true)
      cursor = now.next
    }
    expect(cursor).toBeNull()
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBeGreaterThanOrEqual(50)
    expect(idsOf(await page(`${INSTRUMENTS}&page_size=1000`))).toEqual(seen.slice(0, 1000))
  })

  // Proves W 1.10.
  it('the last of several cursors wins, None counts as absent, and a second question mark separates too', async () => {
    const first = await page(`${INSTRUMENTS}&page_size=2`)
    const second = await page(`${INSTRUMENTS}&page_size=2&cursor=${first.next}`)
    const third = await page(`${INSTRUMENTS}&page_size=2&cursor=${second.next}`)
    expect(await page(`${INSTRUMENTS}&page_size=2&cursor=${first.next}&cursor=${second.next}`)).toEqual(third)
    expect(idsOf(await page(`${INSTRUMENTS}&page_size=2&cursor=${first.next}&cursor=None`))).toEqual(idsOf(first))
    expect(idsOf(await page(`${INSTRUMENTS}&page_size=2?cursor=${first.next}`))).toEqual(idsOf(second))
    expect(Array.isArray((await page(`/v2/drfq/rfqs/?state=OPEN?cursor=None`)).results)).toBe(true)
  })

  it('a cursor that is none of ours, and a page of 0 or 1001, are refused and name their member', async () => {
    for (const [query, member] of [
      ['cursor=nonsense', 'cursor'],
      ['cursor=https://x/?a', 'cursor'],
      ['page_size=0', 'page_size'],
      ['page_size=1001', 'page_size'],
      ['page_size=-1', 'page_size'],
    ])
      for (const list of ['rfqs', 'orders', 'trades', 'trade_tape', 'instruments'])
        expect(await floor.taker.send('GET', `/v2/drfq/${list}/?${query}`), `${list} ${query}`).toMatchObject({
          status: 400,
          json: { code: -32602, data: { member } },
        })
  })

  // Proves T 7.46, T 7.53, W 2.14.
  it('every list answers 1000 rows a page, refuses keys it does not know, and takes its filters in both styles of words', async () => {
    for (const list of ['rfqs', 'orders', 'trades', 'trade_tape', 'counterparties']) {
      expect((await page(`/v2/drfq/${list}/?page_size=1000`)).next).toBeNull()
      expect(await floor.taker.send('GET', `/v2/drfq/${list}/?of_another_time=1`), list).toMatchObject({
        status: 400,
        json: { error: 'InvalidParams', data: { member: 'of_another_time' } },
      })
    }
    expect((await page('/v2/drfq/instruments/?page_size=1000')).results).toHaveLength(1000)
    expect(
      (await page('/v2/drfq/instruments/?venue_instrument_name=BTC-PERPETUAL&venue_instrument_name=ETH-PERPETUAL')).results,
    ).toHaveLength(2)
    expect((await page('/v2/drfq/counterparties/?group=LP&venues=DBT')).results.length).toBeGreaterThanOrEqual(3)
  })

  // Proves W 1.32, W 3.7.
  it.each([
    ['state=OPEN', true],
    ['state=RFQState.OPEN&role=TAKER', true],
    ['state=OPEN&state=CLOSED', true],
    ['state=&role=&venue=', true],
    ['strategies=CL&product_codes=DO', true],
    ['state=CLOSED', false],
    ['role=MAKER', false],
    ['venue=BYB', false],
  ])('an open RFQ of the desk is found by %s: %s', async (query, isFound) => {
    const { id } = await floor.ask()
    expect(idsOf(await page(`/v2/drfq/rfqs/?${query}&page_size=1000`)).includes(id)).toBe(isFound)
  })

  // Proves T 3.50.
  it('RFQs page newest first, each once, while more are opened', async () => {
    for (let each = 0; each < 5; each++) await floor.ask({ label: `page ${each}` })
    const first = await page('/v2/drfq/rfqs/?page_size=2&role=TAKER&state=OPEN')
    await floor.ask({ label: 'opened meanwhile' })
    const second = await page(`/v2/drfq/rfqs/?page_size=2&role=TAKER&state=OPEN&cursor=${first.next}`)
    expect([...first.results, ...second.results].map((row) => row['label'])).toEqual(['page 4', 'page 3', 'page 2', 'page 1'])
  })
})

describe('an instrument, as bots read it', () => {
  // Proves W 1.13.
  it('has a number for id, texts for decimals, and a tick with a decimal point', async () => {
    const { results } = await page('/v2/drfq/instruments/?venue=DBT&page_size=1000')
    for (const one of results) {
      expect(Number.isSafeInteger(one['id'])).toBe(true)
      expect(one['min_tick_size']).toMatch(/^\d+\.\d+$/)
      for (const member of ['min_block_size', 'min_order_size_increment']) expect(one[member]).toMatch(/^\d+(\.\d+)?$/)
    }
  })

  it('is found by its id as number or text, with greeks on request in both spellings of true', async () => {
    expect(await floor.taker.must(200, 'GET', `/v2/drfq/instruments/${floor.option.id}`)).toMatchObject({ id: floor.option.id })
    for (const word of ['True', 'true'])
      expect(
        (await page(`/v2/drfq/instruments/?include_greeks=${word}&venue_instrument_name=${floor.option.name}`)).results[0],
      ).toMatchObject({
        greeks: { mark_price: expect.any(String), delta: expect.stringMatching(/^-?\d\.\d{8}$/) },
      })
    expect((await floor.taker.send('GET', '/v2/drfq/instruments/999999999/')).status).toBe(404)
  })
})

describe('an RFQ, as bots create it', () => {
  // Proves W 1.14 to 1.16, W 1.25, W 3.5.
  it.each<[string, object]>([
    ['numbers as texts', { quantity: '25.0', legs: (id: number) => [{ instrument_id: String(id), ratio: '1.0', side: 'BUY' }] }],
    ['numbers as numbers', { quantity: 25, legs: (id: number) => [{ instrument_id: id, ratio: 1, side: 'BUY' }] }],
    [
      'a price of null, and keys of another time',
      { quantity: '25', of_another_time: {}, legs: (id: number) => [{ instrument_id: id, ratio: 1, side: 'BUY', price: null, x: 1 }] },
    ],
    ['no counterparties and no account', { quantity: '25.0', counterparties: [], account_name: undefined }],
    ['an anonymous taker', { counterparties: ['ORRY', 'KEST', 'LIND'], is_taker_anonymous: true }],
  ])('with %s is answered 201 and deleted with 204', async (_name, asked) => {
    const legs = 'legs' in asked ? { legs: (asked.legs as (id: number) => object[])(floor.option.id) } : {}
    const rfq = await floor.ask({ ...asked, ...legs })
    expect(rfq).toMatchObject({
      id: expect.stringMatching(/^r_[0-9A-Za-z]{27}$/),
      state: 'OPEN',
      quantity: '25',
      account_name: 'prop-1',
      role: 'TAKER',
      side_layering_limit: 1,
    })
    expect(rfq).toMatchObject({ legs: [{ instrument_id: floor.option.id, ratio: '1', quantity: '25', side: 'BUY', price: null }] })
    expect(Number(rfq['expires_at']) - Number(rfq['created_at'])).toBe(300_000)
    expect(rfq['group_signature']).toMatch(/^[0-9a-f]{64}$/)
    const gone = await floor.taker.send('DELETE', `/v2/drfq/rfqs/${rfq.id}`)
    expect(gone).toMatchObject({ status: 204, text: '' })
    expect(await floor.taker.must(200, 'GET', `/v2/drfq/rfqs/${rfq.id}`)).toMatchObject({
      state: 'CLOSED',
      closed_reason: 'CANCELED_BY_CREATOR',
    })
    expect(await floor.taker.send('DELETE', `/v2/drfq/rfqs/${rfq.id}/`)).toMatchObject({ status: 400, json: { code: 2001 } })
  })

  // Proves W 2.12, W 2.13.
  it.each<[string, object, object]>([
    [
      'Anonymous to two',
      { counterparties: ['LIND', 'ORRY'], is_taker_anonymous: true },
      { message: 'To send an Anonymous RFQ, please select at least 3x LPs', data: { member: 'counterparties' } },
    ],
    ['of nothing', { quantity: '0' }, { code: 2011 }],
    ['below the block', { quantity: '24.9' }, { code: 2011 }],
    ['below zero', { quantity: -25 }, { code: 2011 }],
    ['off the increment', { quantity: '25.05' }, { code: 2012 }],
    ['of itself', { counterparties: ['AMBR'] }, { code: 3506 }],
    ['of a desk there is not', { counterparties: ['NOBODY'] }, { code: 2014 }],
    ['of a taker', { counterparties: ['NRTH'] }, { code: 2014 }],
    ['in an account there is not', { account_name: 'another' }, { code: 2017 }],
    ['at a venue there is not', { venue: 'CME' }, { code: 1002, data: { member: 'venue', value: 'CME' } }],
    ['at a venue that does not list it', { venue: 'BYB' }, { code: 2018 }],
    ['of no legs', { legs: [] }, { code: -32602, data: { member: 'legs' } }],
    ['of an instrument there is not', { legs: [{ instrument_id: 99_999_999, ratio: 1, side: 'BUY' }] }, { code: 2018 }],
  ])('%s is refused in words, and nothing is opened', async (_name, more, members) => {
    const before = idsOf(await page('/v2/drfq/rfqs/?page_size=1000'))
    const body = {
      venue: 'DBT',
      quantity: '25',
      counterparties: ['LIND'],
      legs: [{ instrument_id: floor.option.id, ratio: 1, side: 'BUY' }],
      ...more,
    }
    const answer = await floor.taker.send('POST', '/v2/drfq/rfqs/', body)
    expect(answer, answer.text).toMatchObject({ status: 400, json: { message: expect.any(String), ...members } })
    expect(idsOf(await page('/v2/drfq/rfqs/?page_size=1000'))).toEqual(before)
  })

  // Proves W 3.6.
  it('staged as a draft is silent until it is sent', async () => {
    const draft = await floor.ask({ state: 'DRAFT' })
    expect(draft['state']).toBe('DRAFT')
    expect((await floor.maker.send('GET', `/v2/drfq/rfqs/${draft.id}/`)).status).toBe(404)
    expect(await floor.taker.must(200, 'PATCH', `/v2/drfq/rfqs/${draft.id}/`, { state: 'OPEN' })).toMatchObject({ state: 'OPEN' })
    expect(await floor.maker.must(200, 'GET', `/v2/drfq/rfqs/${draft.id}/`)).toMatchObject({ state: 'OPEN', role: 'MAKER' })
  })

  // Proves W 1.27.
  it('has the venue screen in a bbo that is complete and of its own legs', async () => {
    const rfq = await floor.ask()
    const bbo = await floor.taker.must(200, 'GET', `/v2/drfq/rfqs/${rfq.id}/bbo/`)
    expect(bbo).toMatchObject({ rfq_id: rfq.id, mark_price: expect.any(String), greeks: { delta: expect.any(String) } })
    expect(bbo['legs']).toEqual([expect.objectContaining({ instrument_id: floor.option.id, mark_price: expect.any(String) })])
  })

  it('prices its legs from a price of the structure', async () => {
    const body = {
      bid_price: floor.priceAt(-1),
      ask_price: floor.priceAt(1),
      legs: [{ instrument_id: String(floor.option.id), ratio: 1, side: 'BUY' }],
    }
    const answer = await floor.taker.must(200, 'POST', '/v2/drfq/pricing/', body)
    expect(answer['legs']).toEqual([expect.objectContaining({ bid_price: expect.any(String), ask_price: expect.any(String) })])
  })
})
