import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMarketRest } from './market-rest.ts'

describe('the rest of the demo market', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const opened = () => {
    const changes: boolean[] = []
    return { changes, rest: createMarketRest(new Set(['SIM']), (isResting) => changes.push(isResting)) }
  }

  it('begins a minute after the simulated desks have connected when no other desk has', () => {
    const { changes, rest } = opened()
    vi.advanceTimersByTime(300_000)
    rest.connected(new Set(['SIM']))
    vi.advanceTimersByTime(59_999)
    expect(changes).toEqual([])
    vi.advanceTimersByTime(1)
    expect(changes).toEqual([true])
  })

  it('ends as soon as another desk connects, and begins again a minute after it has left', () => {
    const { changes, rest } = opened()
    rest.connected(new Set(['SIM']))
    vi.advanceTimersByTime(60_000)
    rest.connected(new Set(['SIM', 'YOURS']))
    expect(changes).toEqual([true, false])
    rest.connected(new Set(['SIM']))
    vi.advanceTimersByTime(60_000)
    expect(changes).toEqual([true, false, true])
  })

  it('ends with a call of a desk without a connection, and begins again a minute after its last call', () => {
    const { changes, rest } = opened()
    rest.connected(new Set(['SIM']))
    vi.advanceTimersByTime(60_000)
    rest.called('SIM')
    expect(changes).toEqual([true])
    rest.called('YOURS')
    expect(changes).toEqual([true, false])
    vi.advanceTimersByTime(30_000)
    rest.called('YOURS')
    vi.advanceTimersByTime(59_999)
    expect(changes).toEqual([true, false])
    vi.advanceTimersByTime(1)
    expect(changes).toEqual([true, false, true])
  })

  it('does not begin while a desk is connected, whatever it calls', () => {
    const { changes, rest } = opened()
    rest.connected(new Set(['YOURS']))
    rest.called('YOURS')
    vi.advanceTimersByTime(120_000)
    expect(changes).toEqual([])
  })

  it('does not begin while a page is loaded again', () => {
    const { changes, rest } = opened()
    rest.connected(new Set(['YOURS']))
    rest.connected(new Set())
    vi.advanceTimersByTime(30_000)
    rest.connected(new Set(['YOURS']))
    vi.advanceTimersByTime(120_000)
    expect(changes).toEqual([])
  })

  it('changes nothing once it is closed', () => {
    const { changes, rest } = opened()
    rest.connected(new Set(['SIM']))
    rest.close()
    vi.advanceTimersByTime(120_000)
    expect(changes).toEqual([])
  })

  it('changes nothing when the last sockets close after it', () => {
    const { changes, rest } = opened()
    rest.connected(new Set(['YOURS']))
    rest.close()
    rest.connected(new Set())
    vi.advanceTimersByTime(120_000)
    expect(changes).toEqual([])
  })
})
