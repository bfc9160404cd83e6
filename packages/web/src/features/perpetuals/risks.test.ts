import { describe, expect, it } from 'vitest'
import { btc, liquidated, long, summary } from '../../../test/perpetuals.ts'
import { remediesOf } from './remedies.ts'
import { isNews, keptSteps, liquidationNotices, riskNotices, risksOf, riskText, withStep } from './risks.ts'
import { nothingKnown } from './perpetual-store.ts'

const account = (liquidation: number | undefined, maintenance = summary.maintenance) => ({
  markets: new Map([[btc.name, btc]]),
  account: {
    ...nothingKnown.account,
    positions: new Map([[btc.name, { ...long, liquidation }]]),
    summary: { ...summary, maintenance },
  },
})
const positionAt = (liquidation: number) => risksOf(account(liquidation)).find(({ of }) => of === 'POSITION')!

describe('21.19 a position near its liquidation', () => {
  it('is described with the distance and the next warning', () => {
    expect(riskText(positionAt(87_354.2))).toEqual({
      title: 'BTC long 4.20000: liquidation at 87,354.2, 4.5 % below the mark.',
      text: 'Next warning at 2 %.',
    })
    expect(riskText(positionAt(90_000)).text).toBe('This is the last warning.')
  })

  it('is announced once at each step, and again after it has clearly moved away', () => {
    const [far, near, back] = [positionAt(84_000), positionAt(87_354.2), positionAt(84_500)]
    expect([isNews(far, new Map()), isNews(far, withStep(new Map(), far))]).toEqual([true, false])
    const dismissed = withStep(new Map(), near)
    expect(isNews(far, dismissed)).toBe(false)
    expect(keptSteps(dismissed, [near])).toBe(dismissed)
    const later = keptSteps(dismissed, [back])
    expect(isNews(near, later)).toBe(true)
    expect(keptSteps(dismissed, [])).toEqual(new Map())
  })

  it('is not warned about without a liquidation price', () => {
    expect(risksOf(account(undefined)).map(({ of }) => of)).toEqual(['ACCOUNT'])
  })

  it('has a message that opens its market', () => {
    const opened: string[] = []
    const [notice] = riskNotices([positionAt(90_000)], ({ key }) => void opened.push(key))
    notice!.openIt!()
    expect([notice?.tone, notice?.of, opened]).toEqual(['warn', 'WARNING', [btc.name]])
  })

  it('offers what moves the liquidation away, with the result', () => {
    const threatened = { market: btc, position: { ...long, liquidation: 82_000 }, summary: { ...summary, equity: 46_000, free: 50_000 } }
    expect(remediesOf({ ...threatened, margin: { mode: 'CROSS', leverage: 10 } })).toEqual([
      { kind: 'CLOSE_PART', percent: 50, label: expect.stringMatching(/^Close half → 7\d,\d{3}\.\d$/) },
    ])
    expect(remediesOf({ ...threatened, margin: { mode: 'ISOLATED', leverage: 10 } })).toEqual([
      { kind: 'LOWER_LEVERAGE', leverage: 5, label: 'Leverage 5× → 73,383.8' },
    ])
    expect(remediesOf({ ...threatened, summary: { ...summary, free: 10 }, margin: { mode: 'ISOLATED', leverage: 10 } })).toEqual([])
    expect(remediesOf({ ...threatened, margin: undefined })).toEqual([])
  })
})

it('21.20 an account near its maintenance margin is described with its share', () => {
  const risk = risksOf(account(undefined, summary.equity * 0.54))[0]!
  expect(riskText(risk)).toEqual({
    title: 'The maintenance margin is 54 % of the equity.',
    text: 'Next warning at 80 %. Paradex liquidates at 100 %.',
  })
})

describe('21.21 a liquidation', () => {
  const known = { markets: new Map([[btc.name, btc]]), openIt: () => undefined }

  it('is announced in red, once, with what it cost, and cannot be silenced', () => {
    const notices = liquidationNotices([], [liquidated, { ...liquidated, id: '2', kind: 'TRADE' }], known)
    expect(notices).toMatchObject([
      {
        tone: 'refused',
        isNeverSilenced: true,
        title: 'BTC position liquidated: sold 16.00000 at 91,689.2',
        text: 'PnL −17,839.20 USDC, fee 440.11 USDC. Paradex cancelled your orders in BTC-USD-PERP.',
      },
    ])
    expect(liquidationNotices([liquidated], [liquidated], known)).toEqual([])
  })
})
