import type { Decline } from '@parley/client'
import { expect, it } from 'vitest'
import { levelOf, rfqOf } from '../../../../test/model.ts'
import { rollCall, rollCallText } from './roll-call.ts'

const asked = ['LIND', 'KEST', 'TIDE', 'LARK']
const declined = (deskName: string): Decline => ({ deskName, reason: 'RISK', text: undefined, at: 1 })
const rfq = rfqOf({ role: 'TAKER', counterparties: asked, declines: [declined('LARK'), declined('KEST')] })
const quotes = [
  levelOf({ deskName: 'LIND' }),
  levelOf({ deskName: 'LIND', side: 'BUY' }),
  levelOf({ deskName: 'KEST' }),
  levelOf({ deskName: 'TIDE', quantity: '0' }),
]

it('a desk has quoted, or has declined and not quoted since, or has not said anything', () => {
  const call = rollCall(rfq, quotes)!
  expect(call).toEqual({ asked: 4, quoted: ['LIND', 'KEST'], declined: [['LARK', 'At risk limit']], silent: ['TIDE'] })
  expect(rollCallText(call)).toBe('2 of 4 quoted: LIND, KEST · LARK declined, at risk limit · waiting for: TIDE')
  expect(rollCallText(rollCall(rfqOf({ role: 'TAKER', counterparties: ['LIND'] }))!)).toBe('0 of 1 quoted · waiting for: LIND')
})

it.each([
  ['a maker', rfqOf({ counterparties: asked })],
  ['an RFQ that is over', rfqOf({ role: 'TAKER', counterparties: asked, state: 'CLOSED' })],
] as const)('8.3 there is none for %s', (_, given) => expect(rollCall(given, quotes)).toBeUndefined())
