/** The library that draws candles, behind the few words that the screen needs of it. */
import {
  CandlestickSeries,
  ColorType,
  createChart,
  HistogramSeries,
  type IPriceLine,
  LineStyle,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts'
import { clockText, dateText, minuteText } from '../../components/time-text.ts'
import { groupedText } from '../market-data/figure-text.ts'
import type { Candle } from './model.ts'

export type OwnLine = { readonly price: number; readonly words: string; readonly tone: 'own' | 'danger' }

export type CandlePicture = {
  readonly setCandles: (candles: readonly Candle[]) => void
  readonly setLines: (lines: readonly OwnLine[]) => void
  /** After another theme was chosen. */
  readonly takeColours: () => void
  readonly remove: () => void
}

const MS = 1_000
const CLOCK_LENGTH = 5
const VOLUME_SHARE = 0.8
const BARS_FOR_WORDS = 14

const secondsOf = (at: number): UTCTimestamp => (at / MS) as UTCTimestamp
const momentOf = (time: Time): number => Number(time) * MS

const colourOf = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()
const colours = () => ({
  ground: colourOf('ground'),
  text: colourOf('text-muted'),
  line: colourOf('line'),
  bid: colourOf('bid'),
  ask: colourOf('ask'),
  bidGround: colourOf('bid-ground'),
  askGround: colourOf('ask-ground'),
  own: colourOf('brand'),
  danger: colourOf('danger'),
})

function chartOptions({ ground, text, line }: ReturnType<typeof colours>, decimals: number) {
  return {
    layout: {
      background: { type: ColorType.Solid, color: ground },
      textColor: text,
      fontFamily: 'Inter Variable, system-ui',
      fontSize: 11,
      attributionLogo: false,
    },
    grid: { vertLines: { color: line }, horzLines: { color: line } },
    rightPriceScale: { borderColor: line },
    timeScale: {
      borderColor: line,
      timeVisible: true,
      // Words of own orders stand there, and on no candle.
      rightOffset: BARS_FOR_WORDS,
      tickMarkFormatter: (time: Time, kind: number) =>
        kind < 3 ? dateText(momentOf(time)) : clockText(momentOf(time)).slice(0, CLOCK_LENGTH),
    },
    localization: {
      timeFormatter: (time: Time) => minuteText(momentOf(time)),
      priceFormatter: (price: number) => groupedText(price, decimals),
    },
  }
}

const candleColours = ({ bid, ask }: ReturnType<typeof colours>) => ({
  upColor: bid,
  downColor: ask,
  wickUpColor: bid,
  wickDownColor: ask,
  borderVisible: false,
})

/** It fills the element and follows its size. */
export function drawCandles(element: HTMLElement, decimals: number): CandlePicture {
  let palette = colours()
  let shown: readonly Candle[] = []
  let drawn: readonly IPriceLine[] = []
  let own: readonly OwnLine[] = []
  const chart = createChart(element, { autoSize: true, ...chartOptions(palette, decimals) })
  const series = chart.addSeries(CandlestickSeries, {
    ...candleColours(palette),
    priceFormat: { type: 'price', precision: decimals, minMove: 10 ** -decimals },
  })
  const volume = chart.addSeries(HistogramSeries, {
    priceScaleId: '',
    priceFormat: { type: 'volume' },
    lastValueVisible: false,
    priceLineVisible: false,
  })
  volume.priceScale().applyOptions({ scaleMargins: { top: VOLUME_SHARE, bottom: 0 } })
  const bar = ({ at, open, close, volume: value }: Candle) => ({
    time: secondsOf(at),
    value,
    color: close >= open ? palette.bidGround : palette.askGround,
  })
  const candle = ({ at, open, high, low, close }: Candle) => ({ time: secondsOf(at), open, high, low, close })
  const drawAll = () => {
    series.setData(shown.map(candle))
    volume.setData(shown.map(bar))
  }
  const setLines = (lines: readonly OwnLine[]) => {
    own = lines
    for (const line of drawn) series.removePriceLine(line)
    drawn = lines.map(({ price, words, tone }) =>
      series.createPriceLine({
        price,
        title: words,
        color: palette[tone],
        lineWidth: 1,
        lineStyle: LineStyle.Dashed,
        axisLabelVisible: true,
      }),
    )
  }
  return {
    setLines,
    setCandles: (candles) => {
      const isGrown =
        shown.length > 0 && candles[0]?.at === shown[0]?.at && candles.length - shown.length <= 1 && candles.at(-1)!.at >= shown.at(-1)!.at
      shown = candles
      if (!isGrown) return drawAll()
      const last = candles.at(-1)!
      series.update(candle(last))
      volume.update(bar(last))
    },
    takeColours: () => {
      palette = colours()
      chart.applyOptions(chartOptions(palette, decimals))
      series.applyOptions(candleColours(palette))
      drawAll()
      setLines(own)
    },
    remove: () => chart.remove(),
  }
}
