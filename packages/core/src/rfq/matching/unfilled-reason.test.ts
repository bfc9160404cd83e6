import { describe, expect, it } from 'vitest'
import { KEST as BOOK_KEST, order, TAKER, world } from '../../../test/book-fixture.ts'
import { ask, cross, given, KEST, LARK, quote, when } from '../../../test/fixture.ts'
import { day, limit, rests } from '../../../test/shard-fixture.ts'
import { quantity } from '../../decimal.ts'
import type { PlaceOrder } from '../model/commands.ts'
import type { UnfilledReason } from '../model/order.ts'

const fok = { timeInForce: 'FOK' } as const
const hidden = { isHidden: true } as const

type Events = readonly { readonly kind: string; readonly unfilledReason?: UnfilledReason }[] | string
const reasonIn = (events: Events): UnfilledReason | undefined =>
  typeof events === 'string' ? undefined : events.find(({ kind }) => kind === 'OrderCanceled')?.unfilledReason

// The resting quotes, and the quantity bought at 0.011 in one order. The minimum block is 25.
const table: [title: string, resting: readonly PlaceOrder[], size: string, then: UnfilledReason | undefined][] = [
  ['nothing at its limit', [quote(KEST, 1, 'SELL', '0.012', '100')], '50', 'NO_LIQUIDITY'],
  ['less than its quantity', [quote(KEST, 1, 'SELL', '0.011', '40')], '50', 'NOT_ENOUGH_LIQUIDITY'],
  ['no division into blocks', [quote(KEST, 1, 'SELL', '0.01', '30'), quote(LARK, 2, 'SELL', '0.011', '35')], '40', 'BELOW_BLOCK_MINIMUM'],
  ['hidden quotes as if there were none', [quote(KEST, 1, 'SELL', '0.011', '40', hidden)], '50', 'NO_LIQUIDITY'],
  [
    'a hidden quote does not add to what was shown',
    [quote(KEST, 1, 'SELL', '0.011', '40', hidden), quote(LARK, 2, 'SELL', '0.011', '30')],
    '100',
    'NOT_ENOUGH_LIQUIDITY',
  ],
  ['no reason for an order that traded whole', [quote(KEST, 1, 'SELL', '0.011', '50')], '50', undefined],
]

describe('8.18 why an order that never rests did not trade in full', () => {
  it.each(table)('%s', (_title, resting, size, then) => {
    const events = when(given(ask(), ...resting), cross(9, 'BUY', '0.011', size, fok))
    expect(reasonIn(events)).toBe(then)
  })

  it("is the same for another desk's protection and for its blocklist", () => {
    const it = day()
    rests(it, limit({ quantity: quantity('30') }, { id: 'q30' }), ask(), quote(KEST, 1, 'SELL', '0.02', '100'))
    const limited = reasonIn(it.send(cross(3, 'BUY', '0.02', '40', fok)) as Events)
    const blocked = (() => {
      const book = world()
      book.rest(BOOK_KEST, 'SELL', '0.02', '50')
      return reasonIn(book.send({ ...order(TAKER, 'BUY', '0.02', '50'), blocklists: { avoids: [], avoidedBy: [BOOK_KEST] } }) as Events)
    })()
    expect([limited, blocked]).toEqual(['COUNTERPARTY_LIMIT', 'COUNTERPARTY_LIMIT'])
  })

  it('is given for the rest of an order that traded in part', () => {
    const book = world()
    book.rest(BOOK_KEST, 'SELL', '0.02', '50')
    expect(reasonIn(book.send(order(TAKER, 'BUY', '0.02', '80')) as Events)).toBe('NOT_ENOUGH_LIQUIDITY')
  })
})
