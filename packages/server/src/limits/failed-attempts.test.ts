import { secretBackOff } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { createFailedAttempts } from './failed-attempts.ts'
import { countedNetwork } from './network.ts'

const noon = 1_800_000_000_000
const from = (origin: string, isKnown = false) => ({ subject: 'ada@orrery.example', origin, isKnown })

describe('attempts at a secret', () => {
  it('from one origin: ten are free, then it waits; a right one starts from zero', () => {
    const attempts = createFailedAttempts(secretBackOff)
    for (let attempt = 0; attempt < 10; attempt++) expect(attempts.begin(from('192.0.2.1'), noon)).toBeUndefined()
    expect(attempts.begin(from('192.0.2.1'), noon)).toBe(1000)
    expect(attempts.begin(from('192.0.2.1'), noon + 1000)).toBeUndefined()
    attempts.right(from('192.0.2.1'))
    expect(attempts.begin(from('192.0.2.1'), noon + 1000)).toBeUndefined()
  })

  it('from many places: each fresh one has one in a window, and a known one does not mind', () => {
    const attempts = createFailedAttempts(secretBackOff)
    for (let origin = 0; origin < 30; origin++) expect(attempts.begin(from(`10.0.0.${origin}`), noon)).toBeUndefined()
    expect(attempts.begin(from('10.0.0.1'), noon)).toBe(900_000)
    expect(attempts.begin(from('10.1.0.1'), noon)).toBeUndefined()
    expect(attempts.begin(from('10.1.0.1'), noon + 1)).toBe(899_999)
    for (let attempt = 0; attempt < 9; attempt++) expect(attempts.begin(from('198.51.100.7', true), noon)).toBeUndefined()
  })

  it('of one person do not hold up another', () => {
    const attempts = createFailedAttempts(secretBackOff)
    for (let origin = 0; origin < 100; origin++) attempts.begin(from(`10.0.0.${origin}`), noon)
    const other = { subject: 'kit@kestrel.example', origin: '10.0.0.1', isKnown: false }
    expect([attempts.begin(other, noon), attempts.begin(other, noon)]).toEqual([undefined, undefined])
  })

  it('are forgotten with the secret they were about', () => {
    const attempts = createFailedAttempts(secretBackOff)
    for (let origin = 0; origin < 40; origin++) attempts.begin(from(`10.0.0.${origin}`), noon)
    attempts.forget('ada@orrery.example')
    expect([attempts.begin(from('10.0.0.1'), noon), attempts.begin(from('10.0.0.1'), noon)]).toEqual([undefined, undefined])
  })
})

describe('the network of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
  ])('%s is %s', (address, network) => {
    expect(countedNetwork(address)).toBe(network)
  })
})
