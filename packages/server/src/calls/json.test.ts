import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isFault } from './fault.ts'
import { parseJson } from './json.ts'

const parse = (text: string | Uint8Array) => parseJson(typeof text === 'string' ? Buffer.from(text) : text)

describe('JSON from outside', () => {
  it.each([
    ['', 'ParseError'],
    ['{', 'ParseError'],
    ['{"a":NaN}', 'ParseError'],
    ['{"a":Infinity}', 'ParseError'],
    ["{'a':1}", 'ParseError'],
    ['{"__proto__":{"admin":true}}', 'InvalidParams'],
    ['{"a":[{"\\u005f_proto__":1}]}', 'InvalidParams'],
    ['{"a":"\\u0000"}', 'InvalidParams'],
    ['{"a":"\\ud800"}', 'InvalidParams'],
    ['{"\\u0000":1}', 'InvalidParams'],
    ['['.repeat(13) + ']'.repeat(13), 'InvalidRequest'],
    ['['.repeat(20_000) + ']'.repeat(20_000), 'InvalidRequest'],
  ])('%.40s is refused with %s', (text, error) => {
    expect(parse(text)).toMatchObject({ fault: error })
  })

  it('bytes that are not UTF-8 are refused', () => {
    expect(parse(Uint8Array.of(0x22, 0xff, 0x22))).toMatchObject({ fault: 'ParseError' })
  })

  it('a value without traps is read as it was written', () => {
    const plain = fc.jsonValue({ maxDepth: 5 }).filter((value) => !/__proto__|\\u0000|\\ud[89a-f]/i.test(JSON.stringify(value)))
    fc.assert(
      fc.property(plain, (value) => {
        const read = parse(JSON.stringify(value))
        expect(isFault(read) ? read : read.value).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it('whatever comes, the answer is a value or a fault', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void parse(bytes)))
  })
})
