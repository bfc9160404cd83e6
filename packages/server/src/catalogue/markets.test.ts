import type { Instrument } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { call, perpetual } from '../../test/instruments.ts'
import { openMarketsOf } from './markets.ts'

const named = (instruments: readonly Instrument[]) =>
  openMarketsOf(instruments).map(({ venue, baseCurrency }) => `${venue} ${baseCurrency}`)

describe('a market is open', () => {
  const listed = (change: Partial<Instrument>): Instrument => ({ ...call, id: 1, ...change }) as Instrument
  const table: [what: string, instruments: readonly Instrument[], open: readonly string[]][] = [
    ['nowhere while no venue lists anything', [], []],
    ['once, whatever it lists', [listed({}), listed(perpetual)], ['DBT BTC']],
    [
      'in the order of the catalogue',
      [listed({ venue: 'BYB' }), listed({ baseCurrency: 'ETH' }), listed({})],
      ['DBT BTC', 'DBT ETH', 'BYB BTC'],
    ],
    ['not where all that is listed has expired', [listed({ state: 'EXPIRED' })], []],
    ['not where no product of the catalogue may trade', [listed({ baseCurrency: 'SOL' })], []],
  ]
  it.each(table)('%s', (_, instruments, open) => expect(named(instruments)).toEqual(open))
})
