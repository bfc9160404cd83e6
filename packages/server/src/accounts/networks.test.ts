import { describe, expect, it } from 'vitest'
import { addressOf, createCover, networkOf } from './networks.ts'

describe('a network', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.7 ', '203.0.113.7'],
    ['203.0.113.7/32', '203.0.113.7'],
    ['203.0.113.9/24', '203.0.113.0/24'],
    ['203.0.113.129/25', '203.0.113.128/25'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8::/32', '2001:db8::/32'],
    ['2001:db8:0:0:1::7/64', '2001:db8::/64'],
    ['2001:db8:ffff:ffff:ffff::/33', '2001:db8:8000::/33'],
    ['::1', '::1'],
    ['::1/128', '::1'],
    ['::/0', '::/0'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7/120', '203.0.113.0/24'],
    ['1:2:3:4:5:6:7:8/112', '1:2:3:4:5:6:7:0/112'],
  ])('%s is kept as %s', (typed, kept) => expect(networkOf(typed)).toBe(kept))

  it.each([
    '', 'anywhere', '203.0.113', '203.0.113.256', '010.0.0.1', '203.0.113.7/33', '203.0.113.7/-1', '203.0.113.7/', '203.0.113.7/8/8', '203.0.113.7/08x',
    '::1/129', 'fe80::1%eth0', '1::2::3', '::ffff:203.0.113.7/64', '203.0.113.7:443', '[::1]', 'example.org', '٣.0.0.1',
  ])('%s is none', (typed) => expect(networkOf(typed)).toBeUndefined()) // prettier-ignore

  it('is kept as it is kept', () => {
    for (const typed of ['203.0.113.9/24', '2001:db8:0:0:1::7/64', '::ffff:203.0.113.7/120', 'fe80::/10'])
      expect(networkOf(networkOf(typed)!)).toBe(networkOf(typed))
  })
})

describe('whether a list covers an address', () => {
  const covers = createCover(['203.0.113.0/24', '198.51.100.7', '2001:db8::/32', '::1'])
  it.each([
    ['203.0.113.0', true],
    ['203.0.113.255', true],
    ['203.0.114.0', false],
    ['198.51.100.7', true],
    ['198.51.100.8', false],
    ['::ffff:198.51.100.7', true],
    ['2001:db8:ffff::1', true],
    ['2001:db9::1', false],
    ['::1', true],
    ['0:0:0:0:0:0:0:1', true],
    ['', false],
    ['nonsense', false],
  ])('%s: %s', (address, then) => expect(covers(address)).toBe(then))

  it('of nothing covers nothing, of everything everything of its family', () => {
    expect(createCover([])('203.0.113.1')).toBe(false)
    expect(createCover(['0.0.0.0/0'])('203.0.113.1')).toBe(true)
    expect(createCover(['0.0.0.0/0'])('2001:db8::1')).toBe(false)
  })
})

describe('an address', () => {
  it.each([
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['fe80::1%eth0', undefined],
    ['127.0.0.1:80', undefined],
  ])('%s is %s', (typed, then) => expect(addressOf(typed)).toBe(then))
})
