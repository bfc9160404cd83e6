/** Where prices stood, so that a market that was stopped goes on from there. Kept now and then, and worth no more than that: a damaged file is a fresh start. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CURRENCIES } from './chain.ts'
import type { Walk } from './market.ts'

export interface WalkFile {
  load(): Walk | undefined
  save(walk: Walk): void
}

export function openWalkFile(dataDir: string | undefined): WalkFile {
  if (dataDir === undefined) return { load: () => undefined, save: () => undefined }
  const path = join(dataDir, 'deribit-market.json')
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
    return CURRENCIES.every((currency) => Number.isFinite(walk[currency].index) && Number.isFinite(walk[currency].level)) ? walk : undefined
  } catch {
    return undefined
  }
}
