/** Thawing what a protection has frozen, from wherever it is pressed. */
import { type BodyOf, type FenceView, protectionCalls } from '@parley/contracts'
import { useState } from 'react'
import { toast } from '../../components/toasts.ts'
import { client } from '../../live/api.ts'
import { wordsOf } from '../../live/loadable.ts'
import { readProtection } from '../../live/protection.ts'

type Thaw = NonNullable<BodyOf<typeof protectionCalls.resetProtection>>

export function useResetting() {
  const [isBusy, setIsBusy] = useState(false)
  const reset = async (what: Thaw) => {
    setIsBusy(true)
    try {
      await client.call(protectionCalls.resetProtection, { body: what })
      await readProtection()
    } catch (error) {
      toast({ key: 'protection-reset', tone: 'refused', title: 'Reset refused', text: wordsOf(error) })
    }
    setIsBusy(false)
  }
  return { isBusy, reset }
}

/** `Nothing fills after #4182`: the number of each shard that the command reached, after which nothing it covered can fill. */
export const fenceText = (fences: readonly FenceView[]): string | undefined =>
  fences.length === 0 ? undefined : `Nothing fills after ${fences.map(({ seq_num: number }) => `#${number}`).join(' · ')}`
