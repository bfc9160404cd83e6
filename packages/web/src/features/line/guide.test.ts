/** Checks docs/guides/the-line.md row by row: the guide shows exactly what the line returns. */
import { createListing, parseExpiry, price, readLine, type Instrument } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { FORWARD, instruments as examples } from '../../../test/chain-example.ts'
import { meaningText } from './line-labels.ts'

const STRIKES = [70, 80, 90, 92, 96, 100, 110, 120, 130].map((strike) => strike * 1000)
const EXPIRIES = ['18DEC26', '25DEC26', '26MAR27']
const all = [...examples.values()]
const option = all.find(({ kind }) => kind === 'OPTION')!
const perpetual = all.find(({ kind }) => kind === 'FUTURE')!

const chain: readonly Instrument[] = [
  perpetual,
  ...EXPIRIES.flatMap((name, late) => {
    const expiresAt = parseExpiry(name)!
    const future = { ...perpetual, id: 10 + late, name: `BTC-${name}`, expiresAt }
    return [
      future,
      ...STRIKES.flatMap((strike, at) =>
        (['CALL', 'PUT'] as const).map((optionKind, isPut): Instrument => {
          const named = `BTC-${name}-${strike}-${optionKind === 'CALL' ? 'C' : 'P'}`
          return { ...option, id: 100 * (late + 1) + 2 * at + isPut, name: named, expiresAt, strike: price(String(strike)), optionKind }
        }),
      ),
    ]
  }),
]

/** Deltas fall from strike to strike, so that 25 delta is at 80k for puts and at 110k for calls. */
const deltaOf = ({ strike, optionKind }: Instrument): number => {
  const place = STRIKES.indexOf((strike ?? 0) / 1e8)
  return optionKind === 'CALL' ? 0.85 - 0.1 * place : -0.15 - 0.1 * place
}
const listing = createListing(chain, 'BTC', (one) => ({ forward: FORWARD, delta: deltaOf(one) }))

const [guide = ''] = Object.values(
  import.meta.glob<string>('../../../../../docs/guides/the-line.md', { query: '?raw', import: 'default', eager: true }),
)

/** The rows of a section's table, without its header. */
const rowsOf = (title: string): string[][] =>
  guide
    .split(`## ${title}\n`)[1]!
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .slice(1, -1)
        .split(' | ')
        .map((cell) => cell.trim()),
    )
const typed = (cell: string): string => cell.replaceAll('`', '')

describe('3.15 the guide of the line', () => {
  it.each(rowsOf('What is understood'))('%s is %s', (line, words) => {
    const read = readLine(typed(line!), listing)
    expect(read.state === 'UNDERSTOOD' ? meaningText(read.meaning) : read).toBe(words)
  })

  it.each(rowsOf('What is offered'))('%s: %s %s', (line, problem, offered) => {
    const read = readLine(typed(line!), listing)
    expect(read).toMatchObject({ state: 'UNREAD', problem })
    expect(read.state === 'UNREAD' && read.offers.map((offer) => `\`${offer.line}\``).join(', ')).toBe(offered)
  })

  it.each(rowsOf('What is refused'))('%s: %s', (line, problem) => {
    expect(readLine(typed(line!), listing)).toMatchObject({ state: 'UNREAD', problem, offers: [] })
  })
})
