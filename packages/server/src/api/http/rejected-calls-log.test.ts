import { describe, expect, it } from 'vitest'
import { fault } from '../../calls/fault.ts'
import { httpLimits } from './limits.ts'
import { createRejectedCallsLog } from './rejected-calls-log.ts'

function listening() {
  const lines: object[] = []
  const log = createRejectedCallsLog({ info: () => undefined, error: () => undefined, warn: (details) => void lines.push(details) })
  const about = { call: 'POST /v2/drfq/orders/', requestId: 'r', address: '192.0.2.1', now: 0 }
  return { lines, log: (answer: object, more: object = {}) => log(answer, { ...about, ...more }) }
}

describe('calls that are turned away', () => {
  it('are logged with caller and call, the first one immediately and the rest of a minute as a count', () => {
    const { lines, log } = listening()
    const wrong = fault('InvalidParams', 'sent: secret', { member: 'quantity', value: 'secret' })
    for (let times = 0; times < 5; times++) log(wrong)
    expect(lines).toEqual([
      { requestId: 'r', error: 'InvalidParams', member: 'quantity', call: 'POST /v2/drfq/orders/', address: '192.0.2.1' },
    ])
    log(wrong, { now: httpLimits.rejectedCallsQuietMs })
    expect(lines[1]).toMatchObject({ error: 'InvalidParams', moreSinceTheLast: 4 })
    expect(JSON.stringify(lines)).not.toContain('secret')
  })

  it.each(['InvalidSignature', 'InvalidAccessKey', 'AddressNotAllowed', 'AccessSuspended', 'NotAuthenticated', 'TokenExpired'] as const)(
    'stand in the log where the sender could not be let in: %s',
    (name) => {
      const { lines, log } = listening()
      log(fault(name))
      expect(lines).toMatchObject([{ error: name }])
    },
  )

  it('are distinguished by kind and by address', () => {
    const { lines, log } = listening()
    log(fault('RateLimited'))
    log(fault('InvalidSignature'))
    log(fault('RateLimited'), { address: '192.0.2.2' })
    expect(lines).toHaveLength(3)
  })

  it('are not logged if the rules of the market refuse, or nothing is wrong', () => {
    const { lines, log } = listening()
    log(fault('PriceOffTick'))
    log({ status: 200, body: {} })
    expect(lines).toEqual([])
  })

  it('are forgotten from so many addresses that remembering them would fill the memory', () => {
    const { lines, log } = listening()
    for (let each = 0; each <= httpLimits.rejectedCallsRemembered; each++) log(fault('RateLimited'), { address: `a${each}` })
    log(fault('RateLimited'), { address: 'a0' })
    expect(lines).toHaveLength(httpLimits.rejectedCallsRemembered + 2)
  })
})
