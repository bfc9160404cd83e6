import { secretBackOff } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { createGuesses } from './guesses.ts'
import { countedNetwork } from './network.ts'

const noon = 1_800_000_000_000
const from = (place: string, isKnown = false) => ({ subject: 'ada@orrery.example', place, isKnown })

describe('guesses at a secret', () => {
  it('from one place: ten are free, then it waits; a right one begins anew', () => {
    const guesses = createGuesses(secretBackOff)
    for (let guess = 0; guess < 10; guess++) expect(guesses.begin(from('192.0.2.1'), noon)).toBeUndefined()
    expect(guesses.begin(from('192.0.2.1'), noon)).toBe(1000)
    expect(guesses.begin(from('192.0.2.1'), noon + 1000)).toBeUndefined()
    guesses.right(from('192.0.2.1'))
    expect(guesses.begin(from('192.0.2.1'), noon + 1000)).toBeUndefined()
  })

  it('from many places: each fresh one has one in a window, and a known one does not mind', () => {
    const guesses = createGuesses(secretBackOff)
    for (let place = 0; place < 30; place++) expect(guesses.begin(from(`10.0.0.${place}`), noon)).toBeUndefined()
    expect(guesses.begin(from('10.0.0.1'), noon)).toBe(900_000)
    expect(guesses.begin(from('10.1.0.1'), noon)).toBeUndefined()
    expect(guesses.begin(from('10.1.0.1'), noon + 1)).toBe(899_999)
    for (let guess = 0; guess < 9; guess++) expect(guesses.begin(from('198.51.100.7', true), noon)).toBeUndefined()
  })

  it('of one person do not hold up another', () => {
    const guesses = createGuesses(secretBackOff)
    for (let place = 0; place < 100; place++) guesses.begin(from(`10.0.0.${place}`), noon)
    const other = { subject: 'kit@kestrel.example', place: '10.0.0.1', isKnown: false }
    expect([guesses.begin(other, noon), guesses.begin(other, noon)]).toEqual([undefined, undefined])
  })

  it('are forgotten with the secret they were about', () => {
    const guesses = createGuesses(secretBackOff)
    for (let place = 0; place < 40; place++) guesses.begin(from(`10.0.0.${place}`), noon)
    guesses.forget('ada@orrery.example')
    expect([guesses.begin(from('10.0.0.1'), noon), guesses.begin(from('10.0.0.1'), noon)]).toEqual([undefined, undefined])
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
