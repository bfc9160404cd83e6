import type { LeaderFillsView, LeaderResponsesView, LeaderVolumesView } from '@parley/contracts'
import { describe, expect, it } from 'vitest'
import { toCsv } from '../../components/table-export.ts'
import { keptFilters, queryOf, unfiltered } from './leader-filters.ts'
import { leaderRows, namedDots, pointTotals, tradedPoints, type LeaderAnswers } from './leader-rows.ts'
import { changeText, leaderColumns, shownText, strengthText, waitText } from './leader-text.ts'

const head = { as_of: 1, start: 0, end: 1, ranked_among: 'SHOWN' } as const
const volume = (
  firm: string,
  volume_usd: string,
  more: Partial<LeaderVolumesView['results'][number]> = {},
): LeaderVolumesView['results'][number] => ({
  ...{
    firm,
    is_own: false,
    rank: 1,
    change: null,
    trades: 2,
    volume_usd,
    delta_usd: '1',
    vega_usd: '2',
    share: '0.5',
    volume_coin: [],
    line: ['1', '2.5'],
  },
  ...more,
})
const responses = (firm: string): LeaderResponsesView['results'][number] => ({
  ...{ firm, is_own: false, rank: 1, change: 0, asked: 8, quoted: 6, response_rate: '0.7500', median_ms: 1_400, p90_ms: 70_000 },
})
const fills = { fills: 2, volume_usd: '9', quoted: 6, hits: 3, hit_rate: '0.5000', improvement_usd: '1', improvement_bps: '2.50' }
const answers: LeaderAnswers = {
  volumes: {
    ...head,
    points: [0, 1],
    results: [volume('Kestrel', '9'), volume('Orrery', '4', { is_own: true, rank: 2, change: -1 })],
    together: { trades: 5, volume_usd: '7', delta_usd: '0', vega_usd: '0', share: '0.2' },
  },
  fills: { ...head, results: [{ firm: 'Kestrel', is_own: false, rank: 1, change: 0, ...fills }], together: null } satisfies LeaderFillsView,
  responses: { ...head, results: [responses('Lark'), responses('Kestrel')], together: null },
}

describe('the rows of the leaderboard', () => {
  it('have each firm once, firms that only responded after the others, and anonymous firms last', () => {
    const rows = leaderRows(answers, 'MAKER')
    expect(rows.map(({ firm, kind, rank, volume: usd, asked, hitRate }) => [firm, kind, rank, usd, asked, hitRate])).toEqual([
      ['Kestrel', 'NAMED', 1, 9, 8, 0.5],
      ['Orrery', 'OWN', 2, 4, 0, null],
      ['Lark', 'NAMED', null, 0, 8, null],
      ['Anonymous firms', 'TOGETHER', null, 7, 0, null],
    ])
    expect(pointTotals(rows, 2)).toEqual([2, 5])
  })

  it('of takers have volumes alone', () => {
    expect(leaderRows(answers, 'TAKER').map(({ firm, asked }) => [firm, asked])).toEqual([['Kestrel', 0], ['Orrery', 0], ['Anonymous firms', 0]]) // prettier-ignore
  })

  it('20.13 have neither a rank nor a share for a firm that is the only one with volume', () => {
    const alone = volume('Orrery', '4', { is_own: true, rank: 1, share: '1' })
    const shown = (...results: readonly LeaderAnswers['volumes']['results'][number][]) =>
      leaderRows({ ...answers, volumes: { ...answers.volumes, results: [...results], together: null } }, 'TAKER')
    expect(shown(alone)).toMatchObject([{ rank: null, change: null, share: null, volume: 4 }])
    expect(shown(alone, volume('Kestrel', '0'))).toMatchObject([{ rank: null }, { share: 0.5 }])
    expect(shown(alone, volume('Kestrel', '1'))).toMatchObject([{ rank: 1, share: 1 }, {}])
    expect(leaderRows({ ...answers, volumes: { ...answers.volumes, results: [alone] } }, 'TAKER')).toMatchObject([{ rank: 1 }, {}])
  })

  it('are drawn from their first day with volume, and at least over a week', () => {
    const days = Array.from({ length: 30 }, (_, day) => day)
    const totals = (first: number) => days.map((day) => (day >= first ? 5 : 0))
    const firstDay = (first: number) => tradedPoints(days, totals(first)).points[0]
    expect([firstDay(0), firstDay(12), firstDay(28), firstDay(99)]).toEqual([0, 12, 23, 23])
    expect(tradedPoints([1, 2], [0, 4])).toEqual({ points: [1, 2], totals: [0, 4] })
  })

  it('have names next to their dots, the largest first, and none over another', () => {
    const [large, near, far] = [
      { x: 0, y: 50, radius: 9 },
      { x: 5, y: 55, radius: 3 },
      { x: 5, y: 70, radius: 3 },
    ]
    expect([...namedDots([near!, far!, large!])]).toEqual([large, far])
  })

  it('are a file with plain numbers', () => {
    const [heading, first] = toCsv(leaderColumns, leaderRows(answers, 'MAKER')).split('\r\n')
    expect(heading).toContain('Rank,Change,Firm,"Volume, USD"')
    expect(first).toBe('1,,Kestrel,9.00,,1.00,2.00,0.5000,2,8,0.7500,1400,70000,0.5000,2.50')
  })
})

describe('the filters', () => {
  const filters = { period: '7D', role: 'MAKER', ...unfiltered } as const
  it('ask for whole days that end with today', () => {
    const noon = Date.UTC(2026, 10, 28, 12)
    expect(queryOf({ ...filters, venue: 'BYB', strategy: 'CR' }, noon)).toEqual({
      ...{ start: Date.UTC(2026, 10, 22), end: Date.UTC(2026, 10, 29), venues: 'BYB', strategies: 'CR' },
    })
  })

  it.each([['nothing', undefined], ['a word', 'x'], ['another version', { ...filters, venue: 'CME' }], ['a part', { period: '7D' }]])('a saved %s is ignored', (_what, kept) => {
    expect(keptFilters(kept)).toBeUndefined()
    expect(keptFilters(filters)).toEqual(filters)
  }) // prettier-ignore
})

describe('the texts', () => {
  it.each([
    [false, false, 'You are anonymous to others'],
    [true, false, 'Others see your name from tomorrow (UTC)'],
    [true, true, 'Others see your name'],
    [false, true, 'You are anonymous to others from tomorrow (UTC)'],
  ])('20.9 of a name, chosen %s and shown today %s: %s', (disabled_leaderboard_anonymity, is_named_today, words) => {
    expect(shownText({ disabled_leaderboard_anonymity, is_named_today })).toBe(words)
  })

  it.each([[null, '—'], [1_400, '1.4 s'], [90_000, '1.5 min']])('%s ms is %s', (ms, text) => expect(waitText(ms)).toBe(text)) // prettier-ignore
  it.each([[null, 'No previous rank'], [0, 'Unchanged'], [3, '3 up'], [-1, '1 down']])('a change of %s is %s', (change, text) => expect(changeText(change)).toBe(text)) // prettier-ignore
  it.each([
    ['FASTEST', 1, 'Fastest in ETH Risk Reversal (Call)'],
    ['LARGEST', 3, 'Third largest maker in ETH Risk Reversal (Call)'],
  ] as const)('%s at %d', (measure, rank, text) => {
    expect(strengthText({ measure, currency: 'ETH', strategy_code: 'CR', rank })).toBe(text)
  })
})
