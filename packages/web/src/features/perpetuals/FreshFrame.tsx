import type { ReactNode } from 'react'
import { useNow } from '../../live/use-live.ts'
import { freshnessOf } from './disabled-reason.ts'
import type { Market } from './model.ts'

const AGE_STEP_MS = 1_000

type FrameProps = { readonly market: Market; readonly className?: string | undefined; readonly children: ReactNode }

/** The frame of the screen. Its prices are grey while they are old (rulebook 21.23). Without styles of its own it takes no part in the layout. */
export function FreshFrame({ market, className, children }: FrameProps) {
  const isFresh = freshnessOf(market, useNow(AGE_STEP_MS)) === 'FRESH'
  return (
    <div className={className} style={className === undefined ? { display: 'contents' } : undefined} data-ink={isFresh ? undefined : 'old'}>
      {children}
    </div>
  )
}
