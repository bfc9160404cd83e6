import { describe, expect, it } from 'vitest'
import { createFaults } from '../exchange/faults.ts'
import { createRandom } from '../exchange/random.ts'
import { openVenueControl } from './venue-control.ts'

const EXECUTE = 'private/execute_block_trade'
const SLOW = { kind: 'DELAY', delayMs: 400 } as const

describe("the demo's hand on its venues", () => {
  it('has the next block refused in the words that were sent, before whatever else was ordered, and only that one', async () => {
    const faults = createFaults([{ method: EXECUTE, fault: SLOW }], createRandom(1, 'faults'))
    const others = createFaults([], createRandom(1, 'faults'))
    const control = await openVenueControl({ DBT: faults, BYB: others, BIT: others })
    const send = (path: string, body: string, type = 'application/json') =>
      fetch(`${control.url}${path}`, { method: 'POST', body, headers: { 'content-type': type } }).then(({ status }) => status)
    const sound = '{"code":10009,"message":"not_enough_funds"}'
    expect([
      await send('/reject-next', sound, 'text/plain'),
      await send('/reject-next', '{"code":"10009"}'),
      await send('/reject-next', ' '.repeat(2_000)),
      await send('/faults', sound),
    ]).toEqual([415, 400, 413, 404])
    expect(faults.draw(EXECUTE)).toEqual(SLOW)
    expect(await send('/reject-next', sound)).toBe(204)
    expect([faults.draw(EXECUTE), faults.draw(EXECUTE)]).toEqual([{ kind: 'REJECT', code: 10009, message: 'not_enough_funds' }, SLOW])
    expect(await send('/reject-next', '{"venue":"BIT","code":18100109,"message":"no"}')).toBe(204)
    expect(await send('/reject-next', '{"venue":"XYZ","code":1,"message":"no"}')).toBe(400)
    expect(others.draw('private/POST blocktrades taker')).toEqual({ kind: 'REJECT', code: 18_100_109, message: 'no' })
    expect(await send('/reject-next', '{"venue":"BYB","code":110312,"message":"no"}')).toBe(204)
    expect(others.draw('/v5/rfq/execute-quote')).toEqual({ kind: 'REJECT', code: 110_312, message: 'no' })
    await control.close()
  })
})
