import { describe, expect, it } from 'vitest'
import { functionsIn } from './functions.ts'

const lengthsOf = (text: string) => functionsIn({ path: 'x.ts', text, lines: text.split('\n'), isTest: false })

describe('the length of a function', () => {
  it('counts the functions in it', () => {
    const text = [
      'export function createDoor(a: number) {',
      '  const open = () => {',
      '    return a',
      '  }',
      '',
      '  return open',
      '}',
    ].join('\n')
    expect(lengthsOf(text)).toEqual([
      { line: 1, length: 7 },
      { line: 2, length: 3 },
    ])
  })

  it.each([
    ['parameters on lines of their own', ['export async function openDoor(', '  a: number,', '): Promise<void> {', '  await a', '}'], 5],
    [
      'a destructured parameter',
      ['const openDoor = async ({', '  a,', '}: {', '  readonly a: number', '}): Promise<void> => {', '  await a', '}'],
      7,
    ],
    ['a method', ['  async #open(a: number): Promise<void> {', '', '    await a', '  }'], 4],
  ])('is found with %s', (_what, lines, length) => {
    expect(lengthsOf(lines.join('\n'))).toEqual([{ line: 1, length }])
  })

  it.each([
    ['a call over several lines', ['open(', '  a,', ')']],
    ['an object', ['const door = {', '  isOpen: true,', '}']],
    ['a condition', ['if (isOpen()) {', '  close()', '}']],
  ])('is not that of %s', (_what, lines) => {
    expect(lengthsOf(lines.join('\n'))).toEqual([])
  })
})
