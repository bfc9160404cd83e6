import { ClientError } from '@parley/client'
import { describe, expect, it, vi } from 'vitest'
import { createErrorReports } from './error-reports.ts'
import { record, report, sendFailuresTo, severityOf, type Failure } from './report.ts'

function reports() {
  const posted: { readonly address: string; readonly lines: readonly Record<string, unknown>[] }[] = []
  const send = createErrorReports({
    dsn: 'https://abc@reports.parley.example/7',
    release: 'parley@1.2.3',
    path: () => '/rfqs',
    post: (address, body) => void posted.push({ address, lines: body.split('\n').map((line) => JSON.parse(line) as never) }),
  })
  return { posted, send }
}
const failure = (error: unknown, severity: Failure['severity'] = 'ERROR'): Failure => ({ words: 'It failed.', error, severity, at: 1_000 })

describe('a report of a failure', () => {
  // Proves T 9.29.
  it('is one envelope of three lines, sent to the project of the DSN with its public key', () => {
    const { posted, send } = reports()
    send(failure(new TypeError('x is not a function'), 'FATAL'))
    const [{ address, lines }] = posted as [(typeof posted)[0]]
    expect(address).toBe('https://reports.parley.example/api/7/envelope/?sentry_version=7&sentry_key=abc')
    expect(lines).toHaveLength(3)
    expect(lines[0]).toEqual({ event_id: expect.stringMatching(/^[0-9a-f]{32}$/) as string, sent_at: '1970-01-01T00:00:01.000Z' })
    expect(lines[1]).toEqual({ type: 'event' })
    expect(lines[2]).toMatchObject({
      ...{ event_id: lines[0]!['event_id'], level: 'fatal', platform: 'javascript', release: 'parley@1.2.3', transaction: '/rfqs' },
      ...{ timestamp: 1, message: 'It failed.', exception: { values: [{ type: 'TypeError', value: 'x is not a function' }] } },
    })
  })

  it('contains the code and service of a refusal, and nothing of its text or data', () => {
    const { posted, send } = reports()
    const about = {
      status: 400,
      code: 2011,
      error: 'QuantityBelowBlockMinimum',
      service: 'drfq',
      requestId: 'q7',
      data: { desk: 'ORRY' },
    } as const
    send(failure(new ClientError('ORRY: the smallest block is 25 at 0.0421.', about), 'FATAL'))
    const event = posted[0]!.lines[2]!
    expect(event['tags']).toEqual({ status: '400', code: '2011', service: 'drfq', request_id: 'q7', project: '7' })
    expect(event['exception']).toEqual({ values: [{ type: 'ClientError', value: '400 QuantityBelowBlockMinimum' }] })
    expect(JSON.stringify(posted)).not.toMatch(/ORRY|0\.0421/)
  })

  it('loses what looks like a token', () => {
    const { posted, send } = reports()
    send(failure(new Error('cannot parse ps_0123456789abcdef0123456789')))
    expect(JSON.stringify(posted)).toContain('cannot parse …')
  })

  it('is not sent any more by a page that fails in a loop', () => {
    const { posted, send } = reports()
    for (let n = 0; n < 500; n += 1) send(failure(`${n}`))
    expect(posted).toHaveLength(200)
  })
})

describe('the reporter', () => {
  // Proves T 8.11, T 8.14.
  it('derives the severity of a call from its status, and uses a warning otherwise', () => {
    const of = (status: number) => severityOf(new ClientError('No.', { status }))
    expect([of(400), of(403), of(503), of(0), severityOf(new Error('x')), severityOf('words')]).toEqual(
      ['FATAL', 'ERROR', 'ERROR', 'WARNING', 'WARNING', 'WARNING'], // prettier-ignore
    )
  })

  it('keeps failures until the service is loaded, records each once, and logs those that no screen shows', () => {
    const console = vi.spyOn(globalThis.console, 'warn').mockImplementation(() => undefined)
    const error = new ClientError('No.', { status: 503 })
    record('GET /x/', error)
    report('It could not be read.', error)
    report('A channel is refused.', 'words', 'ERROR')
    const sent: Failure[] = []
    sendFailuresTo((each) => sent.push(each))
    record('POST /y/', new ClientError('No.', { status: 400 }))
    // Test files that ran earlier in this process may have reported failures of their own.
    const own = sent.slice(sent.findIndex((each) => each.error === error))
    expect(own.map(({ words, severity }) => [words, severity])).toEqual([
      ['GET /x/', 'ERROR'],
      ['A channel is refused.', 'ERROR'],
      ['POST /y/', 'FATAL'],
    ])
    expect(console.mock.calls.map(([words]) => words as string)).toEqual(['It could not be read.', 'A channel is refused.'])
    console.mockRestore()
  })
})
