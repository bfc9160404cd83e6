import type { ReactNode } from 'react'
import { CouldNotLoad } from './CouldNotLoad.tsx'
import { Skeleton } from './Skeleton.tsx'

type LoadedProps = {
  /** The data in a sentence: `the lists`. */
  readonly what: string
  readonly of: { readonly state: 'LOADING' | 'LOADED' } | { readonly state: 'FAILED'; readonly words: string; readonly retry: () => void }
  /** The lines of the placeholder. */
  readonly lines?: number
  readonly children: ReactNode
}

/** Content that needs data: a placeholder until the data has loaded, and the reason if it could not be loaded. */
export function Loaded({ what, of, lines = 8, children }: LoadedProps) {
  if (of.state === 'LOADING') return <Skeleton lines={lines} label={`Loading ${what}`} />
  return of.state === 'FAILED' ? <CouldNotLoad what={what} words={of.words} retry={of.retry} /> : children
}
