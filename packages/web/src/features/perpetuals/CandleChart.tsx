import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react'
import { Segmented } from '../../components/Segmented.tsx'
import { useTimeZone } from '../../components/time-zone.ts'
import type { Loadable } from '../../live/loadable.ts'
import { useIsLow, useIsNarrow } from '../../components/use-media.ts'
import { figureText } from '../../components/known-figure.ts'
import { keptText, useKept } from '../../live/use-kept-setting.ts'
import { classNames } from '../../theme/class-names.ts'
import { ink, OF_MARKET } from '../../theme/ink.ts'
import { type CandlePicture, drawCandles, nothingPlaced, type PlacedLine, type PlacedLines } from './candle-picture.ts'
import { fieldAction, movedOrder, type Movable, ownLines } from './chart-lines.ts'
import { daysOf } from './day-marks.ts'
import { beginOf, periodMs, ratesByCandle, type Resolution, resolutionLabels, resolutions } from './candles.ts'
import styles from './CandleChart.module.css'
import { LineHandles, type Moving } from './LineHandles.tsx'
import { priceDecimals } from './market-text.ts'
import type { Candle, Market } from './model.ts'
import { startEditing } from './perpetual-screen.ts'
import { CANDLES, useCandles } from './use-candles.ts'
import { useFundingRates } from './use-funding-rates.ts'
import type { PerpetualEntry } from './use-perpetual-entry.ts'
import { useFills, useOpenOrders, usePosition } from './use-perpetuals.ts'
import { type Price, priceToNumber } from '@parley/core'

const options = resolutions.map((value) => ({ value, label: resolutionLabels[value] }))
/** The line of text above the foot of the candles. */
const BELOW_PX = 20
const missingText = { LOADING: 'Loading candles…', LOADED: 'No candles yet', FAILED: '' } as const

type ChartProps = { readonly market: Market; readonly entry: Pick<PerpetualEntry, 'form' | 'act'> }

/** Candles with volume, and lines for own orders and the position. New trades extend the last candle. */
export function CandleChart({ market, entry }: ChartProps) {
  const [resolution, setResolution] = useKept<Resolution>('perpetual-candles', '15', keptText(resolutions))
  const candles = useCandles(market.name, resolution)
  const frame = useRef<HTMLDivElement>(null)
  const hasPanes = useHasPanes()
  const [picture, placed] = usePicture(frame, market, hasPanes)
  const [moving, setMoving] = useState<Moving>()
  const zone = useTimeZone()
  // Another time zone places the days at other candles, so the picture starts again.
  useEffect(() => picture?.setCandles([], daysOf(resolution)), [picture, resolution, zone])
  useEffect(() => {
    picture?.setCandles(candles.state === 'LOADED' ? candles.data : [], daysOf(resolution))
  }, [picture, candles, resolution, zone])
  useOwnLines({ picture, market, entry, moving })
  useOwnFills(picture, market, resolution)
  useFunding({ picture, market: market.name, resolution, candles, hasPanes })
  const last = candles.state === 'LOADED' ? candles.data.at(-1) : undefined
  const missing = missingText[candles.state]
  return (
    <section className={styles['chart']} aria-label="Candles">
      <div className={styles['bar']}>
        <Segmented label="Candle interval" value={resolution} options={options} onChange={setResolution} />
        <a className={styles['credit']} href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
          Charts by TradingView
        </a>
      </div>
      <div className={styles['ground']}>
        <p className={styles['ohlc']} role={last === undefined ? 'status' : undefined}>
          {last === undefined ? missing : ohlcText(last, market)}
        </p>
        <Outside where="above" lines={placed.lines.filter(({ where }) => where === 'ABOVE')} market={market} />
        <Outside
          where="below"
          lines={placed.lines.filter(({ where }) => where === 'BELOW')}
          market={market}
          style={hasPanes ? { bottom: 'auto', top: placed.heightPx - BELOW_PX } : {}}
        />
        <div
          ref={frame}
          className={`${styles['frame']} ${OF_MARKET}`}
          role="img"
          aria-label={last === undefined ? `Candles of ${market.name}: none` : `Candles of ${market.name}: ${ohlcText(last, market)}`}
        />
        <LineHandles
          placed={placed}
          market={market}
          moving={moving}
          onMove={setMoving}
          priceAt={(y) => picture?.priceAt(y)}
          onDrop={(moves, to) => fill(moves, to, entry)}
        />
      </div>
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

/** Fills the ticket as if the price had been typed there. Nothing is sent (rulebook 18.14). */
function fill(moves: Movable, to: Price | undefined, { act }: ChartProps['entry']): void {
  if (moves.kind === 'ORDER') startEditing(to === undefined ? moves.order : movedOrder(moves.order, to))
  else if (to !== undefined) act(fieldAction(moves.field, to))
}

type OutsideProps = {
  readonly where: 'above' | 'below'
  readonly lines: readonly PlacedLine[]
  readonly market: Market
  readonly style?: CSSProperties
}

/** Own orders, the position and its liquidation price, if they are outside the visible price range. */
function Outside({ where, lines, market, style }: OutsideProps) {
  if (lines.length === 0) return null
  const words = lines.map(({ line }) => `${line.words} at ${figureText(line.price, priceDecimals(market))}`).join(' · ')
  return (
    <p className={classNames(styles['outside'], styles[where], ink.own)} style={style}>
      {where}: {words}
    </p>
  )
}

function ohlcText({ open, high, low, close }: Candle, market: Market): string {
  const text = (value: number) => figureText(value, priceDecimals(market))
  return `O ${text(open)} H ${text(high)} L ${text(low)} C ${text(close)}`
}

function usePicture(
  frame: React.RefObject<HTMLDivElement | null>,
  market: Market,
  hasPanes: boolean,
): readonly [CandlePicture | undefined, PlacedLines] {
  const [picture, setPicture] = useState<CandlePicture>()
  const [placed, setPlaced] = useState(nothingPlaced)
  const decimals = priceDecimals(market)
  useEffect(() => {
    if (frame.current === null) return
    const drawn = drawCandles(frame.current, { decimals, base: market.base, hasPanes }, setPlaced)
    setPicture(drawn)
    const themes = new MutationObserver(() => drawn.takeColours())
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      themes.disconnect()
      drawn.remove()
      setPicture(undefined)
      setPlaced(nothingPlaced)
    }
  }, [frame, market.name, market.base, decimals, hasPanes])
  return [picture, placed]
}

/** Volume and funding are panes of their own if the chart is high enough. */
function useHasPanes(): boolean {
  const isLow = useIsLow()
  const isNarrow = useIsNarrow()
  return !isLow && !isNarrow
}

const DAY_MS = 86_400_000
/** The rates of a longer time take too many reads. */
const MOST_FUNDING_MS = 7 * DAY_MS

type FundingProps = {
  readonly picture: CandlePicture | undefined
  readonly market: string
  readonly resolution: Resolution
  readonly candles: Loadable<readonly Candle[]>
  readonly hasPanes: boolean
}

/** The funding rate below the candles (rulebook 18.16). The tab with the curve reports a failure. */
function useFunding({ picture, market, resolution, candles, hasPanes }: FundingProps): void {
  const rates = useFundingRates(market, hasPanes ? Math.min(CANDLES * periodMs(resolution), MOST_FUNDING_MS) : 0)
  const shown = candles.state === 'LOADED' ? candles.data : undefined
  const points = useMemo(
    () => (shown === undefined || rates.state !== 'LOADED' ? [] : ratesByCandle(shown, rates.data, resolution)),
    [shown, rates, resolution],
  )
  useEffect(() => picture?.setFunding(points), [picture, points])
}

/** A marker at each fill of the account in this market. */
function useOwnFills(picture: CandlePicture | undefined, market: Market, resolution: Resolution): void {
  const fills = useFills()
  useEffect(() => {
    const own = fills.filter((fill) => fill.market === market.name)
    picture?.setFills(own.map(({ at, side, price }) => ({ at: beginOf(at, resolution), side, price: priceToNumber(price) })))
  }, [picture, fills, market.name, resolution])
}

type Drawing = ChartProps & { readonly picture: CandlePicture | undefined; readonly moving: Moving | undefined }

/** A line that is being moved is drawn where it would be dropped. */
function useOwnLines({ picture, market, entry: { form }, moving }: Drawing): void {
  const orders = useOpenOrders()
  const position = usePosition(market.name)
  const lines = useMemo(() => ownLines(market, orders, position, form), [market, orders, position, form])
  useEffect(() => {
    picture?.setLines(lines.map((line) => (line.id === moving?.id ? { ...line, price: priceToNumber(moving.to) } : line)))
  }, [picture, lines, moving])
}
