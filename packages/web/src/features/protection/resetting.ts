/** Resets frozen protections, from any place with a Reset button. */
import { type BodyOf, type FenceView, protectionCalls, type UnreachedView } from '@parley/contracts'
import { useState } from 'react'
import { toast } from '../../components/toasts.ts'
import { write } from '../../live/api.ts'
import { errorMessage } from '../../live/loadable.ts'
import { readProtection } from '../../live/protection.ts'

type ResetBody = NonNullable<BodyOf<typeof protectionCalls.resetProtection>>

export function useResetting() {
  const [isBusy, setIsBusy] = useState(false)
  const reset = async (what: ResetBody) => {
    setIsBusy(true)
    await resetFrozen(what)
    setIsBusy(false)
  }
  return { isBusy, reset }
}

/** A failure is shown as a message. */
export async function resetFrozen(what: ResetBody): Promise<void> {
  try {
    const { unreached } = await write(protectionCalls.resetProtection, { body: what })
    await readProtection()
    if (unreached !== undefined)
      toast({ key: 'protection-reset', tone: 'warn', title: 'Partly reset', text: reachText({ fences: [], unreached }) })
  } catch (error) {
    toast({ key: 'protection-reset', tone: 'refused', title: 'Reset failed', text: errorMessage(error) })
  }
}

/** The sequence numbers of shards are times, so nothing that was covered can fill after the highest one, in any shard (decision 0711). */
export function fenceText(fences: readonly FenceView[]): string | undefined {
  if (fences.length === 0) return undefined
  return `No fills after sequence number ${Math.max(...fences.map(({ seq_num: number }) => number))}`
}

/** The additional fields of a response to a call that was only partly done. */
export const unreachedIn = (answer: object | undefined): readonly UnreachedView[] | undefined =>
  (answer as { readonly unreached?: readonly UnreachedView[] } | undefined)?.unreached

/** For a limit that moves to another market. The user does not have to try again. */
export const stillThereText = (unreached: readonly UnreachedView[]): string =>
  `${unreached.map(({ market }) => market).join(', ')} could not be reached. The limit also stays active there until the market is back, and is then removed.`

type Reached = { readonly fences: readonly FenceView[]; readonly unreached?: readonly UnreachedView[] | undefined }

/** Includes the markets that could not be reached. The action was not done there, and trying again does it. */
export function reachText({ fences, unreached = [] }: Reached): string | undefined {
  const names = [...new Set(unreached.map(({ market }) => market))]
  const missed = `${names.join(', ')} could not be reached. Nothing was changed there: try again`
  const lines = [fenceText(fences), ...(names.length === 0 ? [] : [missed])].filter((line) => line !== undefined)
  return lines.length === 0 ? undefined : lines.join('. ')
}
