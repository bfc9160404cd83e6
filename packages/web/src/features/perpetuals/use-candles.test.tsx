import { perpetualCalls } from '@parley/contracts'
import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, it } from 'vitest'
import { answer, noAnswer, noNetwork, openPart, personOf } from '../../../test/screen/screen.tsx'
import type { Resolution } from './candles.ts'
import { useCandles } from './use-candles.ts'

const candle = (at: number) => ({ at, open: '1', high: '3', low: '1', close: '2', volume: '4' })

let choose: (choice: readonly [string, Resolution]) => void

/** The candles that the chart draws. */
function Drawn() {
  const [[market, resolution], setChoice] = useState<readonly [string, Resolution]>(['BTC-USD-PERP', '15'])
  choose = setChoice
  const candles = useCandles(market, resolution)
  const text = candles.state === 'LOADED' ? `${candles.data.length} candles` : candles.state
  return <p>{`${market} ${resolution}: ${text}`}</p>
}

const answers = [
  answer(perpetualCalls.listPerpetualCandles, ({ query }) =>
    query.get('resolution') === '15' ? { results: [candle(900_000), candle(1_800_000)] } : noAnswer,
  ),
]

describe('the candles of another choice', () => {
  it.each<readonly [string, readonly [string, Resolution]]>([
    ['another interval', ['BTC-USD-PERP', '1440']],
    ['another market and interval', ['ETH-USD-PERP', '240']],
  ])('are not drawn under %s that does not answer', async (_, choice) => {
    await openPart(<Drawn />, personOf(), answers)
    await screen.findByText('BTC-USD-PERP 15: 2 candles')
    act(() => choose(choice))
    await screen.findByText(`${choice[0]} ${choice[1]}: LOADING`)
  })

  it('are not drawn if the new ones could not be loaded', async () => {
    const { wire } = await openPart(<Drawn />, personOf(), answers)
    await screen.findByText('BTC-USD-PERP 15: 2 candles')
    wire.answer(answer(perpetualCalls.listPerpetualCandles, noNetwork))
    act(() => choose(['BTC-USD-PERP', '240']))
    await screen.findByText('BTC-USD-PERP 240: FAILED')
  })
})
