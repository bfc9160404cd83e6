import { useEffect, useRef, useState } from 'react'
import { Segmented } from '../../components/Segmented.tsx'
import { useTimeZone } from '../../components/time-zone.ts'
import { keptText, useKept } from '../../live/use-kept-setting.ts'
import { classNames } from '../../theme/class-names.ts'
import { ink, OF_MARKET } from '../../theme/ink.ts'
import { type CandlePicture, drawCandles, type Outsiders, type OwnLine } from './candle-picture.ts'
import { daysOf } from './day-marks.ts'
import { beginOf, type Resolution, resolutionLabels, resolutions } from './candles.ts'
import styles from './CandleChart.module.css'
import { figureText, priceDecimals, shortQuantity } from './market-text.ts'
import type { Candle, Market } from './model.ts'
import { sideWord } from './order-text.ts'
import { useCandles } from './use-candles.ts'
import { useFills, useOpenOrders, usePosition } from './use-perpetuals.ts'
import { isTakeProfit, priceToNumber } from '@parley/core'

const options = resolutions.map((value) => ({ value, label: resolutionLabels[value] }))
const missingText = { LOADING: 'Loading candles…', LOADED: 'No candles yet', FAILED: '' } as const

/** Candles with volume, and lines for own orders and the position. New trades extend the last candle. */
export function CandleChart({ market }: { readonly market: Market }) {
  const [resolution, setResolution] = useKept<Resolution>('perpetual-candles', '15', keptText(resolutions))
  const candles = useCandles(market.name, resolution)
  const frame = useRef<HTMLDivElement>(null)
  const [picture, outside] = usePicture(frame, market)
  const zone = useTimeZone()
  // Another time zone places the days at other candles, so the picture starts again.
  useEffect(() => picture?.setCandles([], daysOf(resolution)), [picture, resolution, zone])
  useEffect(() => {
    picture?.setCandles(candles.state === 'LOADED' ? candles.data : [], daysOf(resolution))
  }, [picture, candles, resolution, zone])
  useOwnLines(picture, market)
  useOwnFills(picture, market, resolution)
  const last = candles.state === 'LOADED' ? candles.data.at(-1) : undefined
  const missing = missingText[candles.state]
  return (
    <section className={styles['chart']} aria-label="Candles">
      <div className={styles['bar']}>
        <Segmented label="Candle interval" value={resolution} options={options} onChange={setResolution} />
      </div>
      <div className={styles['ground']}>
        <p className={styles['ohlc']} role={last === undefined ? 'status' : undefined}>
          {last === undefined ? missing : ohlcText(last, market)}
        </p>
        <Outside where="above" lines={outside.above} market={market} />
        <Outside where="below" lines={outside.below} market={market} />
        <div
          ref={frame}
          className={`${styles['frame']} ${OF_MARKET}`}
          role="img"
          aria-label={last === undefined ? `Candles of ${market.name}: none` : `Candles of ${market.name}: ${ohlcText(last, market)}`}
        />
      </div>
      <a className={styles['credit']} href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
        Charts by TradingView
      </a>
      {candles.state === 'FAILED' && (
        <p className={styles['failed']} role="alert">
          Candles could not be loaded: {candles.words}{' '}
          <button type="button" onClick={candles.retry}>
            Try again
          </button>
        </p>
      )}
    </section>
  )
}

type OutsideProps = { readonly where: 'above' | 'below'; readonly lines: readonly OwnLine[]; readonly market: Market }

/** Own orders, the position and its liquidation price, if they are outside the visible price range. */
function Outside({ where, lines, market }: OutsideProps) {
  if (lines.length === 0) return null
  const words = lines.map((line) => `${line.words} at ${figureText(line.price, priceDecimals(market))}`).join(' · ')
  return (
    <p className={classNames(styles['outside'], styles[where], ink.own)}>
      {where}: {words}
    </p>
  )
}

function ohlcText({ open, high, low, close }: Candle, market: Market): string {
  const text = (value: number) => figureText(value, priceDecimals(market))
  return `O ${text(open)} H ${text(high)} L ${text(low)} C ${text(close)}`
}

const noneOutside: Outsiders = { above: [], below: [] }

function usePicture(frame: React.RefObject<HTMLDivElement | null>, market: Market): readonly [CandlePicture | undefined, Outsiders] {
  const [picture, setPicture] = useState<CandlePicture>()
  const [outside, setOutside] = useState(noneOutside)
  const decimals = priceDecimals(market)
  useEffect(() => {
    if (frame.current === null) return
    const drawn = drawCandles(frame.current, decimals, setOutside)
    setPicture(drawn)
    const themes = new MutationObserver(() => drawn.takeColours())
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      themes.disconnect()
      drawn.remove()
      setPicture(undefined)
      setOutside(noneOutside)
    }
  }, [frame, market.name, decimals])
  return [picture, outside]
}

/** A marker at each fill of the account in this market. */
function useOwnFills(picture: CandlePicture | undefined, market: Market, resolution: Resolution): void {
  const fills = useFills()
  useEffect(() => {
    const own = fills.filter((fill) => fill.market === market.name)
    picture?.setFills(own.map(({ at, side, price }) => ({ at: beginOf(at, resolution), side, price: priceToNumber(price) })))
  }, [picture, fills, market.name, resolution])
}

/** Lines at the price of each own order, the entry price of the position, and its liquidation price. */
function useOwnLines(picture: CandlePicture | undefined, market: Market): void {
  const orders = useOpenOrders()
  const position = usePosition(market.name)
  useEffect(() => {
    if (picture === undefined) return
    const own = orders
      .filter((order) => order.market === market.name)
      .flatMap((order) => {
        const price = order.trigger ?? order.price
        return price === undefined
          ? []
          : [
              {
                price: priceToNumber(price),
                words: `${sideWord(order.side)} ${shortQuantity(order.remaining)}${order.trigger === undefined ? '' : isTakeProfit(order.kind) ? ' take profit' : ' stop'}`,
                tone: 'own' as const,
              },
            ]
      })
    const held =
      position === undefined
        ? []
        : [
            {
              price: position.entry,
              words: `${position.quantity > 0 ? 'Long' : 'Short'} ${shortQuantity(position.quantity)}`,
              tone: 'own' as const,
            },
            ...(position.liquidation === undefined ? [] : [{ price: position.liquidation, words: 'Liquidation', tone: 'danger' as const }]),
          ]
    picture.setLines([...own, ...held])
  }, [picture, orders, position, market.name])
}
