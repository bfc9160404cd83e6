/** A venue's storage: one JSON line for each record, on disk before anyone is answered. A kill -9 of the whole process must not lose anything. */
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'

export interface LineFile<Line> {
  readonly lines: readonly Line[]
  append(line: Line): void
  close(): void
}

/** Without a folder nothing survives the process. */
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
  // A partial line was never acknowledged. It is removed, so that the next one is not appended to it.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole.length < text.length) truncateSync(path, Buffer.byteLength(whole))
  return whole.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]))
}
