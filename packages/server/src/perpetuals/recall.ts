/** Cancels the resting orders of a desk, or of one user of it, at the venue when trading is stopped for them or their access ends (rulebook 18.7). */
import type { DeskId, UserId } from '@parley/core'
import type { VenueAnswer } from '@parley/venues'
import type { Log } from '../log/log.ts'
import { pause, type Clock } from '../market-data/clock.ts'
import type { UnfinishedCancels } from '../protection/unfinished-cancels.ts'
import type { MarketEngine } from '../shards/market-engine.ts'
import { CANCEL_ALL, type Audited } from './audited.ts'
import type { DeskAccount, DeskAccounts } from './desk-account.ts'
import { perpetualLimits as limits } from './limits.ts'
import { isOver } from './refusals.ts'

/** Without a user, all users of the desk. */
export type Whose = { readonly desk: DeskId; readonly user?: UserId | undefined }
export type Recall = {
  /** Continues until the venue has accepted it. */
  begin(whose: Whose): void
  /** An order of the user has no known outcome and may still reach the venue: cancellations go on until it cannot arrive any more. */
  mayArrive(owner: Required<Whose>): void
  /** Resolves when nothing is being cancelled. */
  idle(): Promise<void>
  close(): void
}

type RecallParts = {
  readonly accountOf: DeskAccounts
  readonly audited: Audited
  readonly engine: Pick<MarketEngine, 'onDecided'>
  readonly unfinished: Pick<UnfinishedCancels, 'failed' | 'done'>
  readonly clock: Clock
  readonly log: Log
}

export function createRecall({ accountOf, audited, engine, unfinished, clock, log }: RecallParts): Recall {
  const { now } = clock
  const over = new AbortController()
  const running = new Map<string, Promise<void>>()
  const wanted = new Set<string>()
  /** By desk and user, until when an order without a known outcome may reach the venue. */
  const arriving = new Map<string, number>()
  const mayStillArrive = ({ desk, user }: Whose): boolean =>
    [...arriving].some(([name, until]) => until > now() && (user === undefined ? name.startsWith(`${desk} `) : name === `${desk} ${user}`))

  const cancelUntilDone = async (whose: Whose): Promise<void> => {
    const { desk, user } = whose
    for (let pauseMs: number = limits.cancelAgainMs; ; pauseMs = Math.min(pauseMs * 2, limits.cancelAgainMostMs)) {
      const account = accountOf(desk)
      if (account === undefined)
        return log.warn({ desk, user }, 'The desk has no perpetuals account, so none of its orders can be cancelled')
      const answer = await audited.around(changeOf(whose, account, now()), () => cancelOnce(audited, whose, account))
      if (answer.outcome === 'DONE' && !mayStillArrive(whose)) return unfinished.done('perpetuals', whose)
      unfinished.failed('perpetuals', whose)
      if (answer.outcome !== 'DONE')
        log.warn({ desk, user, reason: answer.message }, 'Could not cancel the open perpetuals orders of a desk or user; trying again')
      await pause(clock, pauseMs, over.signal)
    }
  }

  const carryOut = async (name: string, whose: Whose): Promise<void> => {
    while (wanted.delete(name)) await cancelUntilDone(whose)
  }
  const begin = (whose: Whose): void => {
    const name = `${whose.desk} ${whose.user ?? ''}`
    // Every market publishes the same stop. Requests that arrive while one is being executed are combined into one that follows it.
    wanted.add(name)
    if (running.has(name)) return
    const work = carryOut(name, whose)
      .catch((error: unknown) => {
        if (!over.signal.aborted) log.error({ ...whose, error }, 'Could not cancel the open perpetuals orders of a desk or user')
      })
      .finally(() => running.delete(name))
    running.set(name, work)
  }

  const stopListening = engine.onDecided((decisions) => {
    const stopped = decisions.flatMap(({ events }) => events.flatMap((event) => (event.kind === 'TradingStopped' ? [event] : [])))
    for (const { desk, user } of stopped) begin({ desk, ...(user === undefined ? {} : { user }) })
  })

  return {
    begin,
    mayArrive({ desk, user }) {
      for (const [name, until] of arriving) if (until <= now()) arriving.delete(name)
      arriving.set(`${desk} ${user}`, now() + limits.arrivesWithinMs)
    },
    async idle() {
      while (running.size > 0) await Promise.all(running.values())
    },
    close() {
      stopListening()
      over.abort()
    },
  }
}

const changeOf = ({ desk, user }: Whose, account: DeskAccount, at: number) => ({
  ...{ at, desk, actor: user ?? desk, action: CANCEL_ALL, object: user ?? 'all' },
  detail: { account: account.name },
})

async function cancelOnce(
  audited: Pick<Audited, 'askedBy'>,
  { desk, user }: Whose,
  { trading }: DeskAccount,
): Promise<VenueAnswer<unknown>> {
  if (user === undefined) return trading.cancelAll()
  const open = await trading.openOrders({ before: 'CANCEL' })
  if (open.outcome !== 'DONE') return open
  const own = await audited.askedBy(
    desk,
    user,
    open.value.flatMap(({ clientId }) => clientId ?? []),
  )
  const answers: VenueAnswer<unknown>[] = []
  for (const { id, clientId } of open.value) if (own.has(clientId ?? '')) answers.push(await trading.cancel(id))
  return answers.find((answer) => answer.outcome !== 'DONE' && !isOver(answer)) ?? { outcome: 'DONE', value: undefined }
}
