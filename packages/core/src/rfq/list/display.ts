/** The texts of the ways to trade a list: amounts, the name of a way, and the sentence above the button. */
import { formatPrice, formatQuantity, type Price } from '../../decimal.ts'
import { priceText } from '../../structure/name.ts'
import type { ListWay } from '../model/list-commands.ts'
import type { NetAmount } from '../model/list.ts'
import { overMark, type WayToTrade } from './ways.ts'

/** With at least four decimals, and as many as it has. */
export const netText = (net: NetAmount): string => priceText(formatPrice(net as number as Price), 4)

/** `pay 2.2480 BTC`, or `receive 0.4600 BTC`. */
export const payText = (net: NetAmount, unit: string): string =>
  net < 0 ? `receive ${netText(-net as NetAmount)} ${unit}` : `pay ${netText(net)} ${unit}`

export const countText = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** `Best per line`, `ORRY, all 12`, `KEST, net price`. */
export function displayWay({ kind, maker, lines }: WayToTrade): string {
  switch (kind) {
    case 'BEST':
      return 'Best per line'
    case 'MAKER':
      return `${maker}, all ${lines.length}`
    case 'NET':
      return `${maker}, net price`
  }
}

export type WayTexts = {
  /** `Trade 12 lines at best prices: pay 2.2480 BTC`. */
  readonly title: string
  /** `4 makers · 13 trades`, or `all or none`. */
  readonly how: string
  /** `0.1455 BTC more than best per line`. Empty if there is nothing to compare. */
  readonly compared: string
  /** The effect of the click, in full sentences. */
  readonly sentence: string
}

type Context = { readonly best: WayToTrade; readonly mode: ListWay; readonly unit: string }

export function wayTexts(way: WayToTrade, { best, mode, unit }: Context): WayTexts {
  const count = way.lines.length
  const isBest = way.kind === 'BEST'
  const money = payText(way.net, unit)
  const sentence = sentenceOf(way, mode, unit)
  if (!isBest) {
    const more = (way.net - best.net) as NetAmount
    const compared = `${netText(Math.abs(more) as NetAmount)} ${unit} ${more < 0 ? 'better' : 'more'} than best per line`
    const whose = way.kind === 'NET' ? 'net price' : 'offer'
    const title = `Take ${way.maker}’s ${whose} for all ${count}: ${money}`
    return { title, how: 'all or none', compared: best.lines.length < count ? '' : compared, sentence }
  }
  const trades = [...way.trades.values()].reduce((sum, { fills }) => sum + fills.length, 0)
  const title = `Trade ${countText(count, 'line')} at best prices${mode === 'ALL_OR_NONE' ? ', all or none' : ''}: ${money}`
  return { title, how: `${countText(way.makers, 'maker')} · ${countText(trades, 'trade')}`, compared: '', sentence }
}

function sentenceOf(way: WayToTrade, mode: ListWay, unit: string): string {
  const { lines, trades, kind } = way
  if (lines.length === 0) return 'Nothing trades.'
  const over = overMark(way)
  const distance = over === undefined ? '' : `, ${Math.abs(over).toFixed(4)} ${over < 0 ? 'under' : 'over'} mark`
  const split = lines.flatMap(({ line, row }) => {
    const fills = trades.get(line)?.fills ?? []
    const parts = fills.map(({ maker, quantity, price }) => `${maker ?? '—'} ${formatQuantity(quantity)} @ ${formatPrice(price)}`)
    return parts.length < 2 ? [] : [` Row ${row} takes ${parts.join(' and ')}.`]
  })
  const worse =
    kind === 'BEST' && mode === 'BEST_PER_LINE'
      ? 'If a price worsens, that line stays open and the others trade.'
      : 'If a price worsens, nothing trades.'
  const who = kind === 'BEST' ? countText(way.makers, 'maker') : way.maker
  return `Trades ${countText(lines.length, 'line')} with ${who}. You ${payText(way.net, unit)} net${distance}.${split.join('')} ${worse}`
}
