import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createMemoryNetwork, losing, type Lost } from '../../test/cluster/lossy-network.ts'
import { EngineUnavailable } from '../engine/engine-unavailable.ts'
import { silent } from '../log/log.ts'
import { clusterLimits as limits } from './limits.ts'
import { createSoleCalls, serveSoleCalls } from './sole-calls.ts'

const SUBJECT = 'parley.test.calls.job'

function open(lost: Lost[] = []) {
  const network = createMemoryNetwork()
  const executed: string[] = []
  let isOurs = true
  return {
    executed,
    call: createSoleCalls({ network: losing(network, lost), subject: SUBJECT, name: 'The job' }),
    pause: () => (isOurs = false),
    serve: (name: string, tookMs = 0) =>
      serveSoleCalls({
        ...{ network, subject: SUBJECT, isOurs: () => isOurs, log: silent },
        async execute(call) {
          executed.push(name)
          await delay(tookMs)
          return { call, by: name }
        },
      }),
  }
}

describe('a call to the one process that does a job', () => {
  it('is executed once and answered, also if its first reply is lost', async () => {
    const { call, serve, executed } = open(['REPLY'])
    await serve('first')
    expect(await call({ n: 1 }, 'UNSAFE')).toEqual({ call: { n: 1 }, by: 'first' })
    expect(executed).toEqual(['first'])
  })

  it('may take longer than a message waits for its reply', async () => {
    const { call, serve, executed } = open()
    await serve('first', limits.answersWithinMs + limits.answerMs)
    expect(await call({}, 'UNSAFE')).toMatchObject({ by: 'first' })
    expect(executed).toEqual(['first'])
  })

  it('waits for a process that begins to do the job, and is refused if none does', async () => {
    const { call, serve } = open()
    const answer = call({}, 'UNSAFE')
    await delay(limits.unownedPauseMs * 3)
    const served = await serve('first')
    expect(await answer).toMatchObject({ by: 'first' })
    await served.end()
    await expect(call({}, 'UNSAFE')).rejects.toThrow(EngineUnavailable)
  })

  it('has an unknown outcome if the process that received it has ended, and is executed by the next one only if that is safe', async () => {
    const { call, serve, executed } = open(['REPLY', 'REPLY'])
    const first = await serve('first')
    const [unsafe, safe] = [call({}, 'UNSAFE'), call({}, 'SAFE')]
    await expect.poll(() => executed.length, { interval: 1 }).toBe(2)
    await first.end()
    await serve('second')
    await expect(unsafe).rejects.toThrow('The job did not answer')
    expect(await safe).toMatchObject({ by: 'second' })
    expect(executed).toEqual(['first', 'first', 'second'])
  })

  it('gets no answer from a process that does not know whether the job is still its own', async () => {
    const { call, serve, pause, executed } = open()
    await serve('frozen')
    pause()
    await expect(call({}, 'SAFE')).rejects.toThrow(EngineUnavailable)
    expect(executed).toEqual([])
  })
})
