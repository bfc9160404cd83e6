/** A venue's memory: one JSON line for each thing, on the disk before anyone is answered. A kill -9 of the whole process must not make the venue forget. */
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'

export interface LineFile<Line> {
  readonly lines: readonly Line[]
  append(line: Line): void
  close(): void
}

/** Without a folder nothing outlives the process. */
export function openLineFile<Line>(dataDir: string | undefined, name: string): LineFile<Line> {
  if (dataDir === undefined) return { lines: [], append: () => undefined, close: () => undefined }
  mkdirSync(dataDir, { recursive: true })
  const path = join(dataDir, name)
  const lines = load<Line>(path)
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

function load<Line>(path: string): readonly Line[] {
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
  return whole.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]))
}
