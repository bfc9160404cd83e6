/** The messages between the demo and the process that writes its past. */
import type { StartProblem } from '@parley/server'
import type { Seeded } from '../seed.ts'
import type { DemoPastSetting } from './write-demo-past.ts'

export type ToPast = { readonly kind: 'WRITE'; readonly setting: Omit<DemoPastSetting, 'signal'> } | { readonly kind: 'STOP' }

export type FromPast =
  | { readonly kind: 'WRITTEN'; readonly seeded: Seeded | undefined }
  | { readonly kind: 'FAILED'; readonly startProblem: StartProblem['kind'] | undefined; readonly sentence: string }
