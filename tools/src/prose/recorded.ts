/** The counts that the last change left behind. They may only fall. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Counts } from './findings.ts'

export const RECORDED = fileURLToPath(new URL('recorded.json', import.meta.url))

export const readRecorded = (): Counts => JSON.parse(readFileSync(RECORDED, 'utf8')) as Counts
