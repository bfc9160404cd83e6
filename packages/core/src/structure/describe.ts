/** A structure as text: the description on the wire, which people read and programs parse (rulebook 3.15). */
import { formatExpiry } from '../catalogue/calendar.ts'
import { formatPrice, formatRatio } from '../decimal.ts'
import { strategyLegs, type Leg, type Structure } from './structure.ts'
import { expiriesOf, recognise, strikesOf } from './recognise.ts'

/** `CSpd  27 Mar 26  100000/120000`; a custom structure is `Cstm` and one line for each leg. Hedges are not part of it. */
export function describeStructure(structure: Structure): string {
  const legs = strategyLegs(structure)
  const { shape, direction } = recognise(structure)
  if (shape?.word === undefined || direction === 'SELL') return ['Cstm', ...legs.map(customLine)].join('\n')
  const expiries = expiriesOf(legs)
  if (expiries.length === 2) return `${shape.word}  ${expiries.map((expiry) => nearAndFar(legs, expiry)).join(' / ')}`
  if (shape.code === 'FT') return expiryWords(legs[0]!, 'Fut  ')
  const strikes = strikesOf(legs).map((strike) => formatPrice(strike))
  const listed = shape.strikesDescend === true ? strikes.toReversed() : strikes
  return `${shape.word}  ${expiryWords(legs[0]!)}  ${listed.join('/')}`
}

function nearAndFar(legs: readonly Leg[], expiry: number): string {
  const leg = legs.find(({ instrument }) => (instrument.expiresAt ?? 0) === expiry)!
  const { strike } = leg.instrument
  return strike === undefined ? expiryWords(leg) : `${expiryWords(leg)}  ${formatPrice(strike)}`
}

/** `+1.00 Call 27 Mar 26 100000`, `-1.50 Fut 26 Jun 26`, `+1.00 Perp`. */
function customLine(leg: Leg): string {
  const { optionKind, strike } = leg.instrument
  const ratio = `${leg.side === 'BUY' ? '+' : '-'}${formatRatio(leg.ratio, 2)}`
  if (strike === undefined) return `${ratio} ${expiryWords(leg, 'Fut ')}`
  return `${ratio} ${optionKind === 'CALL' ? 'Call' : 'Put'} ${expiryWords(leg)} ${formatPrice(strike)}`
}

const expiryWords = ({ instrument }: Leg, before = ''): string =>
  instrument.expiresAt === undefined ? 'Perp' : before + formatExpiry(instrument.expiresAt)

/** `DO_BTC-11JUL25-105000-C`. Several legs are joined by `+` if bought or `-` if sold, each with its ratio unless it is 1. */
export function strategyDescription(structure: Structure): string {
  const [only, ...more] = strategyLegs(structure)
  if (only === undefined) return ''
  if (more.length === 0) return `${only.instrument.productCode}_${only.instrument.name}`
  const parts = [only, ...more].map((leg) => {
    const ratio = formatRatio(leg.ratio)
    return `${leg.side === 'BUY' ? '+' : '-'}${ratio === '1' ? '' : `${ratio}x`}${leg.instrument.productCode}_${leg.instrument.name}`
  })
  return parts.join('').replace(/^\+/, '')
}
