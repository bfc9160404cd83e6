/** Wraps the library that draws candles. */
import {
  AreaSeries,
  CandlestickSeries,
  ColorType,
  createChartEx,
  createSeriesMarkers,
  createTextWatermark,
  HistogramSeries,
  type IChartApiBase,
  type IPriceLine,
  LineStyle,
  type Time,
} from 'lightweight-charts'
import { groupedText } from '../../components/figure-text.ts'
import { candleTimeText, createTimeScale, type DaysOf, markText, secondsOf } from './day-marks.ts'
import type { OwnLine } from './chart-lines.ts'
import { percentText } from './market-text.ts'
import type { Candle, FundingRate, Side } from './model.ts'

/** `at` is the start of the candle that contains the fill. */
export type OwnFill = { readonly at: number; readonly side: Side; readonly price: number }
/** A line and its place in the picture, in pixels from the top. */
export type PlacedLine = { readonly line: OwnLine; readonly y: number; readonly where: 'INSIDE' | 'ABOVE' | 'BELOW' }
/** The places of the lines, the width of the axis that no label covers, and the height of the candles. */
export type PlacedLines = { readonly lines: readonly PlacedLine[]; readonly axisPx: number; readonly heightPx: number }
export const nothingPlaced: PlacedLines = { lines: [], axisPx: 0, heightPx: 0 }

/** The market of a picture. With panes, volume and funding have their own axes below the candles; without, the volume is behind them. */
export type PictureOf = { readonly decimals: number; readonly base: string; readonly hasPanes: boolean }

export type CandlePicture = {
  /** An empty list clears the chart. */
  readonly setCandles: (candles: readonly Candle[], days: DaysOf) => void
  readonly setLines: (lines: readonly OwnLine[]) => void
  /** The price at a height in pixels from the top, which is kept within the picture. Undefined while there are no candles. */
  readonly priceAt: (y: number) => number | undefined
  readonly setFills: (fills: readonly OwnFill[]) => void
  /** One rate at most for each candle. */
  readonly setFunding: (rates: readonly FundingRate[]) => void
  /** Called after a change of the theme. */
  readonly takeColours: () => void
  readonly remove: () => void
}

const VOLUME_SHARE = 0.82
/** Space for text above the candles, and for the volume below. */
const CANDLE_MARGINS = { top: 0.14, bottom: 0.22 }
const CANDLE_MARGINS_WITH_PANES = { top: 0.1, bottom: 0.08 }
const PANE_MARGINS = { top: 0.26, bottom: 0.06 }
/** The heights of the candles, the volume and the funding relative to each other. */
const PANE_SHARES = [5, 1, 1] as const
const FUNDING_DECIMALS = 4
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

function chartOptions({ ground, text, line }: Colours, days: () => DaysOf) {
  return {
    layout: {
      background: { type: ColorType.Solid, color: ground },
      textColor: text,
      fontFamily: 'Inter Variable, system-ui',
      fontSize: 11,
      attributionLogo: false,
      panes: { separatorColor: line, enableResize: false },
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
    localization: { timeFormatter: (time: Time) => candleTimeText(time, days()) },
  }
}

type Colours = ReturnType<typeof colours>

const candleColours = ({ bid, ask }: Colours) => ({
  upColor: bid,
  downColor: ask,
  wickUpColor: bid,
  wickDownColor: ask,
  borderVisible: false,
})

const areaColours = ({ text, line }: Colours) => ({ lineColor: text, topColor: line, bottomColor: line })

/** The chart: the candles, the volume and, if there is room, the funding rate, without overlap. */
function openChart(element: HTMLElement, { decimals, base, hasPanes }: PictureOf, palette: Colours, days: () => DaysOf) {
  const chart = createChartEx<Time, ReturnType<typeof createTimeScale>>(element, createTimeScale(days), {
    autoSize: true,
    ...chartOptions(palette, days),
  })
  const series = chart.addSeries(CandlestickSeries, {
    ...candleColours(palette),
    priceFormat: { type: 'custom', formatter: (price: number) => groupedText(price, decimals), minMove: 10 ** -decimals },
  })
  series.priceScale().applyOptions({ scaleMargins: hasPanes ? CANDLE_MARGINS_WITH_PANES : CANDLE_MARGINS })
  const plain = { lastValueVisible: false, priceLineVisible: false }
  const volume = chart.addSeries(
    HistogramSeries,
    { ...plain, priceScaleId: hasPanes ? 'right' : '', priceFormat: { type: 'volume' } },
    hasPanes ? 1 : 0,
  )
  volume.priceScale().applyOptions({ scaleMargins: hasPanes ? PANE_MARGINS : { top: VOLUME_SHARE, bottom: 0 } })
  const funding = hasPanes ? addFunding(chart, palette) : undefined
  const titles = [`Volume, ${base}`, 'Funding, % per 8 h · above 0: longs pay']
  const takeTitles = ({ text: color }: Colours) =>
    chart
      .panes()
      .slice(1)
      .map((pane, index) =>
        createTextWatermark(pane, { horzAlign: 'left', vertAlign: 'top', lines: [{ text: titles[index]!, color, fontSize: 11 }] }),
      )
  if (hasPanes) chart.panes().forEach((pane, index) => pane.setStretchFactor(PANE_SHARES[index]!))
  return { chart, series, volume, funding, takeTitles, markers: createSeriesMarkers(series) }
}

function addFunding(chart: IChartApiBase<Time>, palette: Colours) {
  const funding = chart.addSeries(
    AreaSeries,
    {
      ...areaColours(palette),
      ...{ lineWidth: 1, priceLineVisible: false, lastValueVisible: true },
      priceFormat: { type: 'custom', formatter: (rate: number) => percentText(rate, FUNDING_DECIMALS), minMove: 10 ** -FUNDING_DECIMALS },
    },
    2,
  )
  funding.priceScale().applyOptions({ scaleMargins: PANE_MARGINS })
  return funding
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
    const all = { lines: placed, axisPx: chart.priceScale('right').width(), heightPx: height }
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
export function drawCandles(element: HTMLElement, of: PictureOf, onPlaced: (of: PlacedLines) => void): CandlePicture {
  let palette = colours()
  let shown: readonly Candle[] = []
  let drawn: readonly IPriceLine[] = []
  let own: readonly OwnLine[] = []
  let fills: readonly OwnFill[] = []
  let shownDays: DaysOf = 'SCREEN'
  const days = () => shownDays
  const opened = openChart(element, of, palette, days)
  const { chart, series, volume, funding, markers } = opened
  let titles = opened.takeTitles(palette)
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
    setFunding: (rates) => funding?.setData(rates.map(({ at, rate }) => ({ time: secondsOf(at), value: rate }))),
    priceAt: (y) => series.coordinateToPrice(Math.max(0, Math.min(y, chart.panes()[0]?.getHeight() ?? 0))) ?? undefined,
    setCandles: (candles, daysOf) => {
      const isGrown =
        daysOf === shownDays &&
        shown.length > 0 &&
        candles.length > 0 &&
        candles[0]?.at === shown[0]?.at &&
        candles.length - shown.length <= 1 &&
        candles.at(-1)!.at >= shown.at(-1)!.at
      shown = candles
      shownDays = daysOf
      places.ask()
      if (!isGrown) return drawAll()
      const last = candles.at(-1)!
      series.update(candle(last))
      volume.update(bar(last, palette))
    },
    takeColours: () => {
      palette = colours()
      chart.applyOptions(chartOptions(palette, days))
      series.applyOptions(candleColours(palette))
      funding?.applyOptions(areaColours(palette))
      for (const title of titles) title.detach()
      titles = opened.takeTitles(palette)
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
/** A line that can be moved has its label on the handle. */
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
