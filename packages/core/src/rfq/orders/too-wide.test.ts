/** The distance of a new quote from the desk's own on the other side of an RFQ (rulebook 11.12). */
import { describe, expect, it } from 'vitest'
import { KEST, LARK } from '../../../test/fixture.ts'
import { Negotiation, sharedAudiences } from '../../../test/negotiation.ts'

const within = (mostWidth: number) => ({ mostWidth })
const narrow = within(0.005)

describe.each(sharedAudiences)('11.12 the width of a quote in $audience', ({ audience }) => {
  const offered = (): Negotiation => {
    const talks = new Negotiation(audience)
    talks.rest(KEST, 'SELL', '0.02', '50')
    return talks
  }

  it('11.12 refuses a bid further from the desk’s own ask than its width, and takes the one that is as far', () => {
    const talks = offered()
    expect(talks.send({ ...talks.quote(KEST, 'BUY', '0.0149', '50'), ...narrow })).toBe('QuoteTooWide 11.12 price')
    expect(talks.send({ ...talks.quote(KEST, 'BUY', '0.015', '50'), ...narrow })).toHaveLength(1)
  })

  it('11.12 takes one side alone at any price, and compares with no other desk', () => {
    const talks = offered()
    expect(talks.send({ ...talks.quote(LARK, 'BUY', '0.001', '50'), ...narrow })).toHaveLength(1)
  })

  it('11.12 leaves a replacement alone: it moves one side first', () => {
    const talks = offered()
    const bid = talks.rest(KEST, 'BUY', '0.016', '50')
    const { legPrices } = talks.quote(KEST, 'BUY', '0.002', '50')
    expect(talks.send({ ...talks.replace(KEST, bid, '50', { legPrices: legPrices! }) })).toHaveLength(1)
  })

  it('11.12 refuses nothing where no width is known', () => {
    const talks = offered()
    expect(talks.send(talks.quote(KEST, 'BUY', '0.0001', '50'))).toHaveLength(1)
  })
})

describe('11.12 in a book of several layers', () => {
  it('11.12 takes a layer behind a better one of the same desk, and refuses a first one as far', () => {
    const talks = new Negotiation('ORDER_BOOK')
    talks.rest(KEST, 'SELL', '0.02', '50')
    const far = () => ({ ...talks.quote(KEST, 'BUY', '0.001', '50'), ...narrow })
    expect(talks.send(far())).toBe('QuoteTooWide 11.12 price')
    talks.rest(KEST, 'BUY', '0.018', '50')
    expect(talks.send(far())).toHaveLength(1)
  })

  it('11.12 counts no hidden quote', () => {
    const talks = new Negotiation('ORDER_BOOK')
    talks.rest(KEST, 'SELL', '0.02', '50', { isHidden: true })
    expect(talks.send({ ...talks.quote(KEST, 'BUY', '0.001', '50'), ...narrow })).toHaveLength(1)
    const other = new Negotiation('ORDER_BOOK')
    other.rest(KEST, 'SELL', '0.02', '50')
    expect(other.send({ ...other.quote(KEST, 'BUY', '0.001', '50', { isHidden: true }), ...narrow })).toHaveLength(1)
  })
})
