import { expect, it } from 'vitest'
import { unanswered } from './refused.ts'

const over = AbortSignal.abort()
const running = new AbortController().signal

it.each([
  ['the time is over before an answer begins', new DOMException('', 'TimeoutError'), undefined, over, 'Timeout'],
  ['the time is over while an answer is read', new DOMException('', 'AbortError'), undefined, over, 'Timeout'],
  ['the caller gives up', new DOMException('', 'AbortError'), over, running, 'Aborted'],
  ['nobody can be reached', new TypeError('fetch failed'), undefined, running, 'NetworkError'],
  ['nobody can be reached, and the time ends as that is found', new TypeError('fetch failed'), undefined, over, 'NetworkError'],
] as const)('where %s, the failure says so', (_title, cause, given, timeout, error) => {
  expect(unanswered(cause, { given, timeout, timeoutMs: 5_000 })).toMatchObject({ status: 0, error, cause })
})
