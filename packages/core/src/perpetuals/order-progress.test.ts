import { describe, expect, it } from 'vitest'
import { quantity } from '../decimal.ts'
import { isOlderVersion, type OrderProgress } from './order-progress.ts'

const version = (state: OrderProgress['state'], remaining: string, changedAt: number): OrderProgress => ({
  ...{ state, quantity: quantity('2'), remaining: quantity(remaining), changedAt },
})
const open = version('OPEN', '2', 10)

describe('18.10 a newer version of an order is never replaced by an older one', () => {
  it.each<[string, OrderProgress, OrderProgress, boolean]>([
    ['an answer of the same millisecond', version('NEW', '2', 10), open, true],
    ['an answer with a later time', version('NEW', '2', 11), open, true],
    ['the message after the answer', open, version('NEW', '2', 10), false],
    ['the trigger that was reached', open, version('UNTRIGGERED', '2', 10), false],
    ['a version before the trigger', version('UNTRIGGERED', '2', 12), open, true],
    ['a fill', version('OPEN', '1', 10), open, false],
    ['a version before the fill', open, version('OPEN', '1', 10), true],
    ['a version before the fill, with a later time', version('OPEN', '2', 12), version('OPEN', '1', 10), true],
    ['other terms', version('OPEN', '2', 11), open, false],
    ['the terms before', version('OPEN', '2', 9), open, true],
    ['the same again', open, open, false],
    ['the end', version('CLOSED', '2', 10), open, false],
    ['anything after the end', version('OPEN', '1', 99), version('CLOSED', '2', 10), true],
  ])('%s', (_words, next, held, isOlder) => {
    expect(isOlderVersion(next, held)).toBe(isOlder)
  })

  it('whatever the order of arrival, the last version remains', () => {
    const life = [version('NEW', '2', 10), open, version('OPEN', '1', 10), version('CLOSED', '0', 11)]
    const arrivals = (rest: readonly OrderProgress[]): readonly (readonly OrderProgress[])[] =>
      rest.length === 0 ? [[]] : rest.flatMap((one, at) => arrivals(rest.toSpliced(at, 1)).map((others) => [one, ...others]))
    for (const arrived of arrivals(life))
      expect(arrived.reduce((held, next) => (isOlderVersion(next, held) ? held : next))).toBe(life.at(-1))
  })
})
