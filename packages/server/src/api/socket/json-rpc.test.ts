import { describe, expect, it } from 'vitest'
import { errorFrame, parseRequest, resultFrame } from './json-rpc.ts'

const HEAD = 2
const answered = (frame: Buffer): string => frame.subarray(HEAD).toString()
const idOf = (text: string) => parseRequest(Buffer.from(text)).id

describe('the id of a request', () => {
  it.each([
    ['7', '7'],
    ['"seven"', '"seven"'],
    ['null', 'null'],
    ['1.5', '1.5'],
    ['1795330921123456789', '1795330921123456789'],
    ['-9007199254740993', '-9007199254740993'],
  ])('%s goes back as %s', (sent, back) => {
    const id = idOf(`{"jsonrpc": "2.0", "method": "heartbeat", "params": {"id": 1}, "id" : ${sent}}`)!
    expect(answered(resultFrame(id))).toBe(`{"id":${back},"jsonrpc":"2.0"}`)
    expect(answered(errorFrame(id, 'MethodNotFound'))).toMatch(`{"id":${back},"jsonrpc":"2.0","error":{"code":`)
  })

  it('is none where there is none, and null where it cannot be one', () => {
    expect(idOf('{"jsonrpc":"2.0","method":"heartbeat"}')).toBeUndefined()
    for (const id of ['{}', '[1]', 'true', '1e999']) expect(idOf(`{"jsonrpc":"2.0","method":"heartbeat","id":${id}}`)).toBe('null')
  })

  it('goes back with what is wrong with its request', () => {
    expect(parseRequest(Buffer.from('{"id":18446744073709551615,"method":"heartbeat"}'))).toMatchObject({
      id: '18446744073709551615',
      error: 'InvalidRequest',
    })
  })
})
