/**
 * Cancellations that follow a stop or the end of access and could not be carried out yet. They are tried again until they are done, and until then
 * the desk and the operator can see that orders may still fill (rulebook 11.6).
 */
import type { DeskId, UserId } from '@parley/core'

export const unfinishedFlows = ['rfqs', 'perpetuals', 'auctions'] as const
export type UnfinishedFlow = (typeof unfinishedFlows)[number]
/** Without a user, the whole desk. */
type Whose = { readonly desk: DeskId; readonly user?: UserId | undefined }
export type UnfinishedCancel = Whose & { readonly flow: UnfinishedFlow; readonly since: number }

export type UnfinishedCancels = ReturnType<typeof createUnfinishedCancels>

export function createUnfinishedCancels(now: () => number) {
  const waiting = new Map<string, UnfinishedCancel>()
  const nameOf = (flow: UnfinishedFlow, { desk, user }: Whose): string => `${flow} ${desk} ${user ?? ''}`
  return {
    /** The first failure counts as the start. */
    failed(flow: UnfinishedFlow, { desk, user }: Whose): void {
      const name = nameOf(flow, { desk, user })
      if (!waiting.has(name)) waiting.set(name, { desk, user, flow, since: now() })
    },
    done: (flow: UnfinishedFlow, whose: Whose): void => void waiting.delete(nameOf(flow, whose)),
    of: (desk: DeskId): readonly UnfinishedCancel[] => [...waiting.values()].filter((one) => one.desk === desk),
    countOf: (flow: UnfinishedFlow): number => [...waiting.values()].filter((one) => one.flow === flow).length,
  }
}
