import { describe, expect, it } from 'vitest'
import { tickersOf, warnOfFlags } from './feature-flags.ts'
import type { Accounts } from './rows.ts'
import type { Log } from '../log/log.ts'

describe('the desks of a flag', () => {
  it.each<[unknown, unknown]>([
    [{ tickers: ['KEST', 'ORRY'] }, ['KEST', 'ORRY']],
    [{ tickers: [] }, []],
    [{ tickers: 'KEST' }, 'UNREADABLE'],
    [{ tickers: ['KEST', 7] }, 'UNREADABLE'],
    [{ other: 1 }, undefined],
    [null, undefined],
    [undefined, undefined],
  ])('of %j are %j', (config, expected) => {
    expect(tickersOf(config)).toEqual(expected)
  })

  // Proves A 10.15, T 5.10.
  it('are logged if they are not arrays of strings, and the flag then applies to every desk', () => {
    const warned: unknown[] = []
    const row = (config: unknown) => ({ isEnabled: true, config })
    const flags = new Map([['a', row({ tickers: 'KEST' })], ['b', row({ tickers: ['KEST'] })], ['c', row(null)]]) // prettier-ignore
    warnOfFlags({ flags } as unknown as Accounts, { warn: (about: object) => warned.push(about) } as unknown as Log)
    expect(warned).toEqual([{ flag: 'a' }])
  })
})
