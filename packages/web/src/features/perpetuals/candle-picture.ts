/** Wraps the library that draws candles. */
import {
  CandlestickSeries,
  ColorType,
  createChartEx,
  createSeriesMarkers,
  HistogramSeries,
  type IPriceLine,
  LineStyle,
  type Time,
} from 'lightweight-charts'
import { groupedText } from '../../components/figure-text.ts'
import { candleTimeText, createTimeScale, type DaysOf, markText, secondsOf } from './day-marks.ts'
import type { OwnLine } from './chart-lines.ts'
import type { Candle, Side } from './model.ts'

/** `at` is the start of the candle that contains the fill. */
export type OwnFill = { readonly at: number; readonly side: Side; readonly price: number }
/** A line and its place in the picture, in pixels from the top. */
export type PlacedLine = { readonly line: OwnLine; readonly y: number; readonly where: 'INSIDE' | 'ABOVE' | 'BELOW' }
/** The places of the lines, and the width of the axis that no label covers. */
export type PlacedLines = { readonly lines: readonly PlacedLine[]; readonly axisPx: number }
export const nothingPlaced: PlacedLines = { lines: [], axisPx: 0 }

export type CandlePicture = {
  /** An empty list clears the chart. */
  readonly setCandles: (candles: readonly Candle[], days: DaysOf) => void
  readonly setLines: (lines: readonly OwnLine[]) => void
  /** The price at a height in pixels from the top, which is kept within the picture. Undefined while there are no candles. */
  readonly priceAt: (y: number) => number | undefined
  readonly setFills: (fills: readonly OwnFill[]) => void
  /** Called after a change of the theme. */
  readonly takeColours: () => void
  readonly remove: () => void
}

const VOLUME_SHARE = 0.82
/** Space for text above the candles, and for the volume below. */
const CANDLE_MARGINS = { top: 0.14, bottom: 0.22 }
const BARS_FOR_WORDS = 14

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

function chartOptions({ ground, text, line }: ReturnType<typeof colours>, decimals: number, days: () => DaysOf) {
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
      // Space for the labels of the desk's own orders, so that they cover no candle.
      rightOffset: BARS_FOR_WORDS,
      tickMarkFormatter: (time: Time, kind: number) => markText(time, kind, days()),
    },
    localization: {
      timeFormatter: (time: Time) => candleTimeText(time, days()),
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

type Colours = ReturnType<typeof colours>

/** The chart: the candles, and the volume below them without overlap. */
function openChart(element: HTMLElement, decimals: number, palette: Colours, days: () => DaysOf) {
  const chart = createChartEx<Time, ReturnType<typeof createTimeScale>>(element, createTimeScale(days), {
    autoSize: true,
    ...chartOptions(palette, decimals, days),
  })
  const series = chart.addSeries(CandlestickSeries, {
    ...candleColours(palette),
    priceFormat: { type: 'price', precision: decimals, minMove: 10 ** -decimals },
  })
  series.priceScale().applyOptions({ scaleMargins: CANDLE_MARGINS })
  const volume = chart.addSeries(HistogramSeries, {
    priceScaleId: '',
    priceFormat: { type: 'volume' },
    lastValueVisible: false,
    priceLineVisible: false,
  })
  volume.priceScale().applyOptions({ scaleMargins: { top: VOLUME_SHARE, bottom: 0 } })
  return { chart, series, volume, markers: createSeriesMarkers(series) }
}

/** Can be called at any time. The places are determined after drawing. */
function createPlaces(
  { chart, series }: ReturnType<typeof openChart>,
  lines: () => readonly OwnLine[],
  publish: (of: PlacedLines) => void,
) {
  let asked: number | undefined
  let published = ''
  const look = () => {
    asked = undefined
    const height = chart.panes()[0]?.getHeight() ?? 0
    const placed = lines().flatMap((line): readonly PlacedLine[] => {
      const y = series.priceToCoordinate(line.price)
      return y === null ? [] : [{ line, y: Math.round(y), where: y < 0 ? 'ABOVE' : y > height ? 'BELOW' : 'INSIDE' }]
    })
    const all = { lines: placed, axisPx: chart.priceScale('right').width() }
    const text = JSON.stringify(all)
    if (text !== published) publish(all)
    published = text
  }
  return {
    ask: () => void (asked ??= requestAnimationFrame(() => (asked = requestAnimationFrame(look)))),
    stop: () => asked !== undefined && cancelAnimationFrame(asked),
  }
}

/** Fills the element and follows its size. */
export function drawCandles(element: HTMLElement, decimals: number, onPlaced: (of: PlacedLines) => void): CandlePicture {
  let palette = colours()
  let shown: readonly Candle[] = []
  let drawn: readonly IPriceLine[] = []
  let own: readonly OwnLine[] = []
  let fills: readonly OwnFill[] = []
  let shownDays: DaysOf = 'SCREEN'
  const days = () => shownDays
  const opened = openChart(element, decimals, palette, days)
  const { chart, series, volume, markers } = opened
  const places = createPlaces(opened, () => own, onPlaced)
  // Called at each drawing, and so also when the scale of prices has changed.
  series.attachPrimitive({ updateAllViews: places.ask })
  const drawAll = () => {
    series.setData(shown.map(candle))
    volume.setData(shown.map((one) => bar(one, palette)))
  }
  const setLines = (lines: readonly OwnLine[]) => {
    own = lines
    for (const line of drawn) series.removePriceLine(line)
    drawn = lines.map((line) => series.createPriceLine(lineOptions(line, palette)))
    places.ask()
  }
  const setFills = (of: readonly OwnFill[]) => {
    fills = of
    markers.setMarkers(of.toSorted((a, b) => a.at - b.at).map((one) => marker(one, palette)))
  }
  return {
    setLines,
    setFills,
    priceAt: (y) => series.coordinateToPrice(Math.max(0, Math.min(y, chart.panes()[0]?.getHeight() ?? 0))) ?? undefined,
    setCandles: (candles, of) => {
      const isGrown =
        of === shownDays &&
        shown.length > 0 &&
        candles.length > 0 &&
        candles[0]?.at === shown[0]?.at &&
        candles.length - shown.length <= 1 &&
        candles.at(-1)!.at >= shown.at(-1)!.at
      shown = candles
      shownDays = of
      places.ask()
      if (!isGrown) return drawAll()
      const last = candles.at(-1)!
      series.update(candle(last))
      volume.update(bar(last, palette))
    },
    takeColours: () => {
      palette = colours()
      chart.applyOptions(chartOptions(palette, decimals, days))
      series.applyOptions(candleColours(palette))
      drawAll()
      setLines(own)
      setFills(fills)
    },
    remove: () => {
      places.stop()
      chart.remove()
    },
  }
}

const candle = ({ at, open, high, low, close }: Candle) => ({ time: secondsOf(at), open, high, low, close })
const bar = ({ at, open, close, volume }: Candle, { bidGround, askGround }: Colours) => ({
  time: secondsOf(at),
  value: volume,
  color: close >= open ? bidGround : askGround,
})
/** A line that can be moved has its words on the handle. */
const lineOptions = ({ price, words, tone, moves }: OwnLine, palette: Colours) => ({
  price,
  title: moves === undefined ? words : '',
  color: palette[tone === 'draft' ? 'text' : tone],
  lineWidth: 1 as const,
  lineStyle: tone === 'draft' ? LineStyle.Dotted : LineStyle.Dashed,
  axisLabelVisible: true,
})
const marker = ({ at, side, price }: OwnFill, { own }: Colours) => ({
  time: secondsOf(at) as Time,
  price,
  position: side === 'BUY' ? ('atPriceBottom' as const) : ('atPriceTop' as const),
  shape: side === 'BUY' ? ('arrowUp' as const) : ('arrowDown' as const),
  color: own,
  size: 0.7,
})
