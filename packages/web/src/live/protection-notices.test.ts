import type { ProtectionChangeView, RefusedFillView } from '@parley/contracts'
import { describe, expect, it } from 'vitest'
import { applyFrozen } from './protection.ts'
import { protectionNotices, refusedFillNotices } from './protection-notices.ts'

const now = 1_800_000_000_000
const mmp: ProtectionChangeView = { kind: 'TRIGGERED', rate_limit_hit: true, limit: 'MMP', product: 'DO', label: null, measure: 'orders', until: now + 10_000 } // prettier-ignore
const wordsOf = (data: ProtectionChangeView) => protectionNotices({ event: 'ADDED', data }, now).map(({ title, text }) => [title, text])

describe('11.1 a maker is notified that its quotes were cancelled', () => {
  // Proves A 3.46, A 7.36, A 8.29, T 7.70, T 8.32.
  it('with the product, and the time until quoting resumes', () => {
    expect(wordsOf(mmp)).toEqual([['All GRFQ/DRFQ quotes canceled: MMP limit reached', expect.stringContaining('quoting resumes in 10 s')]])
  })
  it('with the name of its own limit, which only the desk can reset', () => {
    expect(wordsOf({ ...mmp, limit: 'btc-size', label: 'a', until: null })).toEqual([
      ['Quotes cancelled: your limit btc-size was reached', expect.stringMatching(/label a · quoting resumes when your desk resets it/)],
    ])
  })
  it('and leads to its reset', () => {
    expect(protectionNotices({ event: 'ADDED', data: { ...mmp, limit: 'btc-size' } }, now)[0]?.next).toEqual({ kind: 'RESET', product: 'DO', limit: 'btc-size' }) // prettier-ignore
  })
  // Proves A 8.30.
  it('by market maker protection, even if notices are switched off', () => {
    const isNeverSilenced = (data: ProtectionChangeView) => protectionNotices({ event: 'ADDED', data }, now)[0]?.isNeverSilenced
    expect([isNeverSilenced(mmp), isNeverSilenced({ ...mmp, limit: 'btc-size' })]).toEqual([true, undefined])
  })
  // Proves A 3.47, A 4.53.
  it('only when it happens: not of what was frozen before, and not when it ends', () => {
    expect(protectionNotices({ event: 'SNAPSHOT', data: [mmp] }, now)).toEqual([])
    expect(wordsOf({ ...mmp, kind: 'RESET' })).toEqual([])
  })
})

it('11.2 what a limit has frozen under one label stays in sight when it freezes another, set since', () => {
  const wing: ProtectionChangeView = { ...mmp, limit: 'mine', label: 'wing' }
  const body: ProtectionChangeView = { ...wing, label: 'body' }
  const both = applyFrozen(applyFrozen(new Map(), { event: 'ADDED', data: wing }), { event: 'ADDED', data: body })
  expect([...applyFrozen(both, { event: 'REMOVED', data: { ...body, kind: 'RESET' } }).values()]).toEqual([wing])
})

it('11.1 freezes are listed by limit and product, and removed by a reset', () => {
  const other: ProtectionChangeView = { ...mmp, product: 'EH' }
  const both = applyFrozen(applyFrozen(new Map(), { event: 'SNAPSHOT', data: [mmp] }), { event: 'ADDED', data: other })
  expect([...both.keys()]).toEqual(['MMP DO', 'MMP EH'])
  const left = applyFrozen(both, { event: 'REMOVED', data: { ...mmp, kind: 'RESET' } })
  expect([...left.keys()]).toEqual(['MMP EH'])
  expect([...applyFrozen(left, { event: 'SNAPSHOT', data: [] }).keys()]).toEqual([])
})

describe('11.10 a maker is notified of a fill that its own limit blocked', () => {
  const fill: RefusedFillView = {
    ...{ kind: 'REFUSED', limit: 'q30', product: 'DO', label: null, measure: 'quantity', used: '20', most: '30', at: now },
    ...{ flow: 'drfq', rfq_id: 'r_8QF4', order_id: 'o_1', side: 'SELL', price: '0.0416', quantity: '40', allowed_quantity: '10' },
  }
  const read = (more: Partial<RefusedFillView>) => refusedFillNotices({ event: 'ADDED', data: { ...fill, ...more } })
  it('with the limit and the quantity that it still allows, and can open the RFQ', () => {
    expect(read({})).toMatchObject([
      {
        title: 'A fill of 40 was blocked by q30 (20 of 30 used)',
        text: 'Your ask 0.0416 · at most 10 can fill now',
        rfq: { audience: 'DIRECT', id: 'r_8QF4' },
      },
    ])
    expect(read({ flow: 'grfq', rfq_id: 385, side: 'BUY', allowed_quantity: '0', measure: 'delta', used: '5', most: '20' })).toMatchObject([
      {
        title: 'A fill of 40 was blocked by q30 (5 of 20 delta used)',
        text: 'Your bid 0.0416 · there is no room for a block at the moment',
        rfq: { audience: 'ORDER_BOOK', id: 'g_385' },
      },
    ])
  })
  it('for a listed spread too, and opens its screen', () => {
    const [notice] = read({ flow: 'fs', rfq_id: '102071894403118225', order_id: '102071894403118230', price: '990.5' })
    expect(notice).toMatchObject({ text: 'Your ask 990.5 · at most 10 can fill now' })
    expect(notice).not.toHaveProperty('rfq')
    expect(notice!.openIt).toBeDefined()
  })
  it('only when it happens', () => expect(refusedFillNotices({ event: 'SNAPSHOT', data: [fill] })).toEqual([]))
})
