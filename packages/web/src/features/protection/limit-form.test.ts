import { describe, expect, it } from 'vitest'
import { bodyOf, checkLimit, type LimitTexts, textsOf } from './limit-form.ts'

const limit: LimitTexts = { ...textsOf(undefined, 'DO'), id: 'btc-size', quantity: '50' }

describe('11.2 a limit as it is typed', () => {
  it('becomes the request: times in milliseconds, figures as text, and nothing for empty fields', () => {
    expect(bodyOf({ ...limit, label: ' a ', delta: '1,040.5', executions: '4' })).toEqual({
      product: 'DO',
      label: 'a',
      window_ms: 60_000,
      frozen_ms: 30_000,
      executions: 4,
      quantity: '50',
      delta: '1040.5',
    })
    expect(bodyOf({ ...limit, ends: 'reset', window: '0.5' })).toEqual({ product: 'DO', window_ms: 500, quantity: '50' })
  })

  it('is the same when it is loaded for editing', () => {
    const texts: LimitTexts = { ...limit, label: 'a', ends: 'reset', vega: '60000' }
    const { id, label, product, window_ms: windowMs, vega, quantity } = { id: limit.id, ...bodyOf(texts) }
    const view = { id, product, label: label!, window_ms: Number(windowMs), frozen_ms: null, orders: null, executions: null, quantity: String(quantity), notional: null, delta: null, vega: String(vega) } // prettier-ignore
    expect(textsOf(view, 'EH')).toEqual(texts)
  })

  it.each([
    ['a whole one', {}, {}],
    ['no name', { id: '' }, { id: 'The name of a limit must not contain spaces and must not be MMP.' }],
    ['the name of market maker protection', { id: 'MMP' }, { id: 'The name of a limit must not contain spaces and must not be MMP.' }],
    ['a window of nothing', { window: '0' }, { window: 'The window must be 1 to 600000 ms.' }],
    ['a decimal comma', { window: '0,5', quantity: '12,5' }, { window: 'Enter a number of seconds, such as 60 or 0.5.', quantity: 'Enter a number above zero, or leave empty.' }], // prettier-ignore
    ['a window that is no number', { window: 'soon' }, { window: 'Enter a number of seconds, such as 60 or 0.5.' }],
    [
      'a frozen time of days',
      { frozen: '90000' },
      { frozen: 'The frozen time must be 0 to 86400000 ms. Without it, quotes stay frozen until the desk resets the limit.' },
    ],
    ['no measure', { quantity: '' }, { executions: 'A limit needs at least one of executions, quantity, notional, delta and vega.' }],
    ['a measure of nothing', { quantity: '0' }, { quantity: 'The maximum of quantity must be above zero.' }],
    ['more digits than a quantity has', { quantity: '0.00000001' }, { quantity: 'The maximum of quantity must be above zero.' }],
    ['half an execution', { executions: '1.5' }, { executions: 'Enter a whole number.' }],
    ['words for a figure', { delta: 'much' }, { delta: 'Enter a number above zero, or leave empty.' }],
    ['a frozen time that does not count', { ends: 'reset', frozen: 'x' }, {}],
  ])('%s', (_name, change, errors) => expect(checkLimit({ ...limit, ...change })).toEqual(errors))
})
