/** Stores the price level from time to time, so that a stopped market continues from there. If the file is damaged, the market starts fresh. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { COINS, type Walk } from './prices.ts'

export interface WalkFile {
  load(): Walk | undefined
  save(walk: Walk): void
}

export function openWalkFile(dataDir: string | undefined, name: string): WalkFile {
  if (dataDir === undefined) return { load: () => undefined, save: () => undefined }
  const path = join(dataDir, name)
  return {
    load: () => parse(path),
    save: (walk) => {
      mkdirSync(dataDir, { recursive: true })
      writeFileSync(`${path}.new`, JSON.stringify(walk))
      renameSync(`${path}.new`, path)
    },
  }
}

function parse(path: string): Walk | undefined {
  try {
    const walk = JSON.parse(readFileSync(path, 'utf8')) as Walk
    return COINS.every((coin) => Number.isFinite(walk[coin].index) && Number.isFinite(walk[coin].level)) ? walk : undefined
  } catch {
    return undefined
  }
}
