/** The calls about requests that wait for the approval of a second person of the desk. */
import { z } from 'zod'
import { call } from '../call.ts'
import { Text } from '../wire-types.ts'
import { HeldRequest, HeldRequests } from './held-request.ts'

const BASE = '/v2/protection/held_requests'
const id = z.object({ id: Text(64) })
const refusals = ['NotFound', 'HeldRequestEnded'] as const

export const listHeldRequests = call({
  method: 'GET',
  path: `${BASE}/`,
  summary: 'The requests of your desk that wait for the approval of a second person, and those of the last hour, newest first.',
  who: 'member',
  answer: HeldRequests,
})
export const approveHeldRequest = call({
  method: 'POST',
  path: `${BASE}/{id}/approve/`,
  summary:
    'Approve a request of another person of your desk, as a person who trades. It is sent at once, with every check of that moment except the one for approval. `result` reports the outcome.',
  who: 'person',
  effect: 'trade',
  stepUp: 'password',
  params: id,
  answer: HeldRequest,
  refusals: [...refusals, 'OwnHeldRequest', 'TradingIsStopped'],
})
export const declineHeldRequest = call({
  method: 'POST',
  path: `${BASE}/{id}/decline/`,
  summary: 'Decline a request of another person of your desk, as a person who trades. It is not sent.',
  who: 'person',
  params: id,
  answer: HeldRequest,
  refusals: [...refusals, 'OwnHeldRequest'],
})
export const withdrawHeldRequest = call({
  method: 'POST',
  path: `${BASE}/{id}/withdraw/`,
  summary: 'Withdraw your own request that waits for approval. It is not sent.',
  who: 'person',
  params: id,
  answer: HeldRequest,
  refusals: [...refusals, 'NotTheSender'],
})
