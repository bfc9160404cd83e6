/** Responses and frames recorded from the venue, if the environment names a folder of them. We may not keep them in the repository. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { asList, asObject } from '../adapter/wire-object.ts'
import { answerFromWire } from './api.ts'
import { activeProducts, createFamilies } from './families.ts'
import { frameFromWire } from './frames.ts'
import { instrumentsFromWire, markFromWire, tickerIndex, tickerName } from './wire.ts'

const folder = process.env['PARLEY_RECORDED_DATA']
const root = join(folder ?? '', 'bitcom')

if (folder === undefined || !existsSync(root)) {
  const reason = folder === undefined ? 'PARLEY_RECORDED_DATA is not set' : `${folder} has no folder bitcom`
  describe('recorded answers of bit.com', () => {
    it(`are not replayed here, because ${reason}`, () => expect(reason).toMatch(/./))
  })
} else {
  replay((name) => readFileSync(join(root, name), 'utf8').trim().split('\n'))
}

function replay(linesOf: (name: string) => readonly string[]): void {
  const families = createFamilies(activeProducts())
  const reading = { families, family: families.all[0]!, numberOf: () => 1 }
  const bodies = linesOf('BIT.COM.0.txt').flatMap((line) => {
    const [, url, body] = /^(\S+) -> [\d.]+: (.*)$/.exec(line) ?? []
    return url === undefined || body === undefined ? [] : [{ url, answer: answerFromWire(200, body) }]
  })
  const frames = linesOf('BIT.COM.ws.2.0.txt').flatMap((line) => /^[\d.]+: (.*)$/.exec(line)?.[1] ?? [])

  it('every recorded answer is a result', () => {
    expect(bodies.length).toBe(3)
    expect(bodies.map(({ answer }) => answer.kind)).toEqual(['RESULT', 'RESULT', 'RESULT'])
  })

  const listed = bodies.flatMap(({ url, answer }) => (answer.kind === 'RESULT' && url.includes('currency=USD&') ? asList(answer.data) : []))
  /** None of the recorded USD contracts is in a coin that Parley trades, so the test pretends that it does. */
  const asBitcoin = listed.map((row) => ({ ...asObject(row), base_currency: 'BTC' }))

  it('recorded instruments in USD: a perpetual on a coin that we do not trade is ignored, and every other figure is exact', () => {
    expect(listed).toHaveLength(34)
    expect(instrumentsFromWire(listed, reading)).toEqual([])
    const read = instrumentsFromWire(asBitcoin, reading)
    expect(read.map(({ name }) => name)).toEqual(listed.map((row) => asObject(row)?.['instrument_id']))
    for (const { tickSize, quantityIncrement, contractSize, expiresAt, productCode } of read) {
      expect([tickSize, quantityIncrement, contractSize].every((figure) => figure > 0)).toBe(true)
      expect([productCode, expiresAt]).toEqual(['PE', undefined])
    }
  })

  it('recorded frames: subscriptions are answered, tickers become marks with an index, depth is ignored', () => {
    const kinds = Object.groupBy(frames.map(frameFromWire), ({ kind }) => kind)
    expect(kinds.SUBSCRIBED).toHaveLength(3)
    expect(kinds.TICKER).toHaveLength(65)
    expect(kinds.REFUSED).toBeUndefined()
    const [perpetual] = instrumentsFromWire(asBitcoin, reading)
    for (const frame of kinds.TICKER ?? []) {
      if (frame.kind !== 'TICKER') continue
      expect(tickerName(frame.data)).toBe('NEAR-USDT-PERPETUAL')
      expect(tickerIndex(frame.data)).toBeGreaterThan(3)
      const mark = markFromWire(frame.data, perpetual!, undefined)
      expect(mark).toMatchObject({ minPrice: expect.any(Number), maxPrice: expect.any(Number) })
      expect(mark!.bidPrice).toBeLessThan(mark!.askPrice!)
    }
  })
}
