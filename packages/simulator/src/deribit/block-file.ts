/** The venue's memory of blocks: one JSON line each, on the disk before anyone is answered. A kill -9 of the whole process must not make the venue forget. */
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { ExecutedBlock } from './blocks.ts'

export type BlockLine =
  | { readonly kind: 'executed'; readonly block: ExecutedBlock }
  | { readonly kind: 'invalidated'; readonly signature: string }

export interface BlockFile {
  readonly lines: readonly BlockLine[]
  append(line: BlockLine): void
  close(): void
}

export function openBlockFile(dataDir: string | undefined): BlockFile {
  if (dataDir === undefined) return { lines: [], append: () => undefined, close: () => undefined }
  mkdirSync(dataDir, { recursive: true })
  const path = join(dataDir, 'deribit-blocks.jsonl')
  const lines = load(path)
  const file = openSync(path, 'a', 0o600)
  return {
    lines,
    append: (line) => {
      writeSync(file, `${JSON.stringify(line)}\n`)
      fsyncSync(file)
    },
    close: () => closeSync(file),
  }
}

function load(path: string): readonly BlockLine[] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  // A line cut short was never acknowledged: it goes, so that the next one does not grow onto it.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole.length < text.length) truncateSync(path, Buffer.byteLength(whole))
  return whole.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as BlockLine]))
}
