import type { EventEmitter } from 'node:events'
import * as library from 'ws'
import { describe, expect, it } from 'vitest'
import { headerBytes, textFrame } from './frame.ts'

type Reader = EventEmitter & { write(chunk: Buffer): void }
/** It is exported, although its types do not include it. */
const { Receiver } = library as unknown as { readonly Receiver: new (options: object) => Reader }

/** The texts that the parser of the ws library reads from these bytes, given in pieces. */
function read(bytes: Buffer, piece: number): string[] {
  const texts: string[] = []
  const receiver = new Receiver({ isServer: false, allowSynchronousEvents: true }) as unknown as EventEmitter & {
    write(chunk: Buffer): void
  }
  receiver.on('message', (data: Buffer) => texts.push(data.toString()))
  for (let at = 0; at < bytes.length; at += piece) receiver.write(bytes.subarray(at, at + piece))
  return texts
}

describe('text frames', () => {
  it.each([
    [0, 2],
    [125, 2],
    [126, 4],
    [65_535, 4],
    [65_536, 10],
    [1_000_000, 10],
  ])('a text of %d bytes has a header of %d and is read back whole', (length, header) => {
    const text = 'x'.repeat(length)
    expect(headerBytes(length)).toBe(header)
    expect(textFrame(text).length).toBe(length + header)
    expect(read(textFrame(text), 70_000)).toEqual([text])
  })

  it('frames that are joined are read one by one, wherever the bytes are cut', () => {
    const texts = ['{"a":1}', 'å∫ç 😀', '', 'y'.repeat(300), 'z']
    const joined = Buffer.concat(texts.map(textFrame))
    for (const piece of [1, 2, 7, joined.length]) expect(read(joined, piece)).toEqual(texts)
  })
})
