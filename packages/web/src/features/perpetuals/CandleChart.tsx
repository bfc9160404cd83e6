import { useEffect, useRef, useState } from 'react'
import { perpetualCalls } from '@parley/contracts'
import { Segmented } from '../../components/Segmented.tsx'
import { client } from '../../live/api.ts'
import { type Loadable, errorMessage } from '../../live/loadable.ts'
import { serverNow } from '../../live/connection.ts'
import { keptText, useKept } from '../../live/use-kept-setting.ts'
import { classNames } from '../../theme/class-names.ts'
import { ink, OF_MARKET } from '../../theme/ink.ts'
import { type CandlePicture, drawCandles, type Outsiders, type OwnLine } from './candle-picture.ts'
import { beginOf, periodMs, type Resolution, resolutionLabels, resolutions, withTrade } from './candles.ts'
import styles from './CandleChart.module.css'
import { candleFromWire } from './from-wire.ts'
import { figureText, priceDecimals, shortQuantity } from './market-text.ts'
import type { Candle, Market } from './model.ts'
import { sideWord } from './order-text.ts'
import { usePerpetuals } from './perpetual-store.ts'
import { useFills, useOpenOrders, usePosition } from './use-perpetuals.ts'
import { priceToNumber } from '@parley/core'

const options = resolutions.map((value) => ({ value, label: resolutionLabels[value] }))
const CANDLES = 300

/** Candles with volume, and lines for own orders and the position. New trades extend the last candle. */
export function CandleChart({ market }: { readonly market: Market }) {
  const [resolution, setResolution] = useKept<Resolution>('perpetual-candles', '15', keptText(resolutions))
  const candles = useCandles(market.name, resolution)
  const frame = useRef<HTMLDivElement>(null)
  const [picture, outside] = usePicture(frame, market)
  useEffect(() => {
    if (candles.state === 'LOADED') picture?.setCandles(candles.data)
  }, [picture, candles])
  useOwnLines(picture, market)
  useOwnFills(picture, market, resolution)
  const last = candles.state === 'LOADED' ? candles.data.at(-1) : undefined
  return (
    <section className={styles['chart']} aria-label="Candles">
      <div className={styles['bar']}>
        <Segmented label="Candle interval" value={resolution} options={options} onChange={setResolution} />
      </div>
      <div className={styles['ground']}>
        <p className={styles['ohlc']}>{last === undefined ? '' : ohlcText(last, market)}</p>
        <Outside where="above" lines={outside.above} market={market} />
        <Outside where="below" lines={outside.below} market={market} />
        <div
          ref={frame}
          className={`${styles['frame']} ${OF_MARKET}`}
          role="img"
          aria-label={last === undefined ? `Loading candles of ${market.name}` : `Candles of ${market.name}: ${ohlcText(last, market)}`}
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

/** Reloaded for each market and interval, and extended by new trades. */
function useCandles(market: string, resolution: Resolution): Loadable<readonly Candle[]> {
  const [held, setHeld] = useState<Loadable<readonly Candle[]>>({ state: 'LOADING' })
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let isLeft = false
    setHeld({ state: 'LOADING' })
    const to = Math.round(serverNow())
    const query = { resolution, from: to - CANDLES * periodMs(resolution), to }
    client.call(perpetualCalls.listPerpetualCandles, { params: { market }, query }).then(
      ({ results }) => !isLeft && setHeld({ state: 'LOADED', data: results.map(candleFromWire) }),
      (error: unknown) => !isLeft && setHeld({ state: 'FAILED', words: errorMessage(error), retry: () => setTries(tries + 1) }),
    )
    return () => void (isLeft = true)
  }, [market, resolution, tries])
  useEffect(
    () =>
      usePerpetuals.subscribe(({ watchedTrades }, before) => {
        const fresh = watchedTrades?.market === market && watchedTrades !== before.watchedTrades ? watchedTrades.fresh : []
        if (fresh.length > 0) setHeld((now) => grown(now, fresh, resolution))
      }),
    [market, resolution],
  )
  return held
}

type Fresh = NonNullable<ReturnType<typeof usePerpetuals.getState>['watchedTrades']>['fresh']

function grown(held: Loadable<readonly Candle[]>, fresh: Fresh, resolution: Resolution): Loadable<readonly Candle[]> {
  if (held.state !== 'LOADED') return held
  const data = fresh.reduce(
    (candles, { at, price, quantity }) => withTrade(candles, { at, price: priceToNumber(price), quantity: quantity / 1e6 }, resolution),
    held.data,
  )
  return { ...held, data }
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
                words: `${sideWord(order.side)} ${shortQuantity(order.remaining)}${order.trigger === undefined ? '' : ' stop'}`,
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
