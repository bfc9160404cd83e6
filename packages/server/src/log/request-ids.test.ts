import { expect, it } from 'vitest'
import { inRequest, requestIdsOf, traceParentOf, withRequestIds } from './request-ids.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'

it('lines that are written at the same time name their own requests, also after waiting, and a line outside of a request names none', async () => {
  const lines: object[] = []
  const write = (details: object) => void lines.push(details)
  const log = withRequestIds({ info: write, warn: write, error: write })
  const serve = (requestId: string) =>
    inRequest({ requestId }, async () => {
      await new Promise((resolve) => setImmediate(resolve))
      log.info({ step: 1 }, 'Served')
    })
  await Promise.all([serve('a'), serve('b')])
  log.warn({ step: 2 }, 'Alone')
  expect(lines).toEqual([{ requestId: 'a', step: 1 }, { requestId: 'b', step: 1 }, { step: 2 }])
})

it.each([
  [{}, { requestId: 'r' }],
  [{ 'idempotency-key': 'k-1' }, { requestId: 'r', commandId: 'k-1' }],
  // It could end the line, or fill the log.
  [{ 'idempotency-key': 'two words' }, { requestId: 'r' }],
  [{ 'idempotency-key': 'k'.repeat(129) }, { requestId: 'r' }],
  [{ traceparent: `00-${TRACE}-b7ad6b7169203331-01` }, { requestId: 'r', traceId: TRACE }],
  [{ traceparent: 'nothing' }, { requestId: 'r' }],
])('the ids of a request with the headers %j are %j', (headers, ids) => {
  expect(requestIdsOf('r', headers)).toEqual(ids)
})

it.each([
  '',
  `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE.toUpperCase()}-b7ad6b7169203331-01`,
])('the traceparent %j is not one', (traceparent) => {
  expect(traceParentOf({ traceparent })).toBeUndefined()
})
