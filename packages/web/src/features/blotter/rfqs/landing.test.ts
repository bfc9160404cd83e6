import { describe, expect, it } from 'vitest'
import { type Landing, landingOf } from './landing.ts'

const row = (role: 'TAKER' | 'MAKER' | undefined, isOver = false, audience: 'DIRECT' | 'ORDER_BOOK' = 'DIRECT') => ({ role, isOver, rfq: { audience } }) // prettier-ignore
const asked = row('MAKER')
const own = row('TAKER')

describe('the list a person lands on who has chosen none', () => {
  it.each<[string, boolean, Parameters<typeof landingOf>[1], Landing]>([
    ['a maker nobody asks yet', true, [], 'I_QUOTE'],
    ['a maker that is asked', true, [asked], 'I_QUOTE'],
    ['a maker that is asked and asks', true, [asked, own], 'I_QUOTE'],
    ['a maker that only asks now', true, [own], 'ALL'],
    ['a maker whose own request is over', true, [row('TAKER', true)], 'I_QUOTE'],
    ['a taker nobody asks', false, [], 'ALL'],
    ['a taker that asks', false, [own], 'ALL'],
    ['a taker that is asked too', false, [own, asked], 'ALL'],
    ['a desk without the name of a maker that has only been asked', false, [asked], 'I_QUOTE'],
    ['a desk that was asked before', false, [row('MAKER', true)], 'ALL'],
    ['a desk that quotes in an order book only', false, [row('MAKER', false, 'ORDER_BOOK')], 'ALL'],
  ])('%s', (_, isMaker, rows, landing) => {
    expect(landingOf(isMaker, rows)).toBe(landing)
  })
})
