import * as contracts from '@parley/contracts'
import type { Call } from '@parley/contracts'
import { expect, it } from 'vitest'
import { presentAnswered } from './present-outcome.ts'

const writes = Object.entries(contracts)
  .filter(([group]) => group.endsWith('Calls'))
  .flatMap(([, members]) => Object.values(members as object) as Call[])
  .filter(({ method }) => method !== 'GET')

it('9.4 a command that was decided without a response has the status of its call, in every group', () => {
  const statusOf = ({ method, path }: Call) => {
    const requestHash = `${method} ${path.replaceAll(/\{\w+\}/g, '1').replace(/\/$/, '')} hash`
    return presentAnswered({ requestHash, at: 1, state: 'DONE', status: null, answer: null }, undefined).status
  }
  const wrong = writes.filter((call) => statusOf(call) !== (call.status ?? 200)).map(({ method, path }) => `${method} ${path}`)
  expect(wrong).toEqual([])
  expect(writes.length).toBeGreaterThan(60)
})
