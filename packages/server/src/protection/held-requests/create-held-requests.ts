/** Requests that wait for the approval of a second person: held, decided, sent and published to their desk (rulebook 11.15, 11.16). */
import { heldRequestCalls as calls, type HeldRequestView } from '@parley/contracts'
import { isRefusal, refuse, type HeldRequestActor, type HeldRequestCommand, type DeskId, type Refusal, type UserId } from '@parley/core'
import type { Access } from '../../accounts/access.ts'
import { about, actorOf } from '../../accounts/actor.ts'
import { mustStillHaveRight } from '../../accounts/still-may.ts'
import { appendAudit } from '../../audit/append.ts'
import type { StreamChannel } from '../../calls/channel.ts'
import { route, type Caller, type Route, type RouteInput } from '../../calls/route.ts'
import type { Sql } from '../../database/sql.ts'
import type { Log } from '../../log/log.ts'
import type { Clock } from '../../market-data/clock.ts'
import { createRequestShards } from '../../shards/request-shards.ts'
import type { People } from '../people.ts'
import { openHeldChannel } from './held-channel.ts'
import { holdingRoutes } from './hold.ts'
import { createExpiry } from './expiry.ts'
import type { HeldResult, SendHeld } from './sending.ts'
import { changeHeld } from './change-held.ts'
import { listHeld, lockHeld, notifyHeld, presentHeld, writeResult, type HeldRow } from './store.ts'

type HeldRequestNeeds = {
  readonly sql: Sql
  readonly access: Pick<Access, 'asNow'>
  readonly people: Pick<People, 'nameOf'>
  /** The stops of trading at a desk. The user of a stop of the whole desk is empty. */
  readonly stopsOf: (desk: DeskId) => Promise<readonly { readonly user: UserId | '' }[]>
  readonly clock: Clock
  readonly log: Log
}

export type HeldRequests = {
  readonly routes: readonly Route[]
  readonly channel: StreamChannel
  /** The same routes, of which those that trade hold what needs approval. */
  over(routes: readonly Route[]): readonly Route[]
  /** Must be called before the routes are served. */
  sendBy(send: SendHeld): void
  close(): Promise<void>
}

type Decision = Exclude<HeldRequestCommand['kind'], 'Cancel' | 'Expire'>
type Input = RouteInput<typeof calls.approveHeldRequest>
type DecisionNeeds = HeldRequestNeeds & { readonly send: SendHeld }

export async function createHeldRequests(needs: HeldRequestNeeds): Promise<HeldRequests> {
  const { sql, people, clock, log } = needs
  const expiry = createExpiry({ sql, clock, log })
  const channel = await openHeldChannel({ sql, people, now: clock.now, log })
  let send: SendHeld | undefined
  const parts = (): DecisionNeeds => ({ ...needs, send: send! })
  const decided = (kind: Decision) => (input: Input) => decideBy(parts(), kind, input)
  void expiry.sweep()
  return {
    channel: channel.channel,
    routes: [
      route(calls.listHeldRequests, async ({ caller, now }) => {
        const rows = await listHeld(sql, caller.desk, now)
        const isDue = rows.some(({ state, expiresAt }) => state === 'HELD' && expiresAt <= now)
        if (isDue) await expiry.sweep()
        return { results: (isDue ? await listHeld(sql, caller.desk, now) : rows).map((row) => presentHeld(row, people.nameOf)) }
      }),
      route(calls.approveHeldRequest, decided('Approve')),
      route(calls.declineHeldRequest, decided('Decline')),
      route(calls.withdrawHeldRequest, decided('Withdraw')),
    ],
    over: (routes) => holdingRoutes({ sql, onHeld: () => void expiry.sweep() }, routes),
    sendBy(sender) {
      send = sender
    },
    async close() {
      await expiry.close()
      await channel.close()
    },
  }
}

/** The decision and its row of the audit log are one transaction. Only then is an approved request sent, by the process that decided it. */
async function decideBy(parts: DecisionNeeds, kind: Decision, input: Input): Promise<HeldRequestView | Refusal> {
  const { sql, people } = parts
  const { caller, params, now, idempotency } = input
  const stopped = kind === 'Approve' ? await stopRefusal(parts, caller) : undefined
  if (stopped !== undefined) return stopped
  const decided = await sql.begin(async (tx): Promise<{ readonly row: HeldRow; readonly isNew: boolean } | Refusal> => {
    const change = about(actorOf(input), `${kind}HeldRequest`, params.id)
    await mustStillHaveRight(tx, change)
    const row = await lockHeld(tx, caller.desk, params.id)
    if (row === undefined) return refuse('NotFound', '11.15', 'Your desk has no held request with this id.', 'id')
    const wish = idempotency === undefined ? undefined : await createRequestShards(tx).begin(idempotency, now, [])
    if (wish !== undefined && isRefusal(wish)) return wish
    if (wish?.isNew === false) return { row, isNew: false }
    const actor: HeldRequestActor = { id: caller.user, kind: caller.kind === 'key' ? 'KEY' : 'PERSON', role: caller.role }
    const after = await changeHeld(tx, row, { kind, actor }, now)
    if (isRefusal(after)) return after
    // The rules have read the role from memory.
    if (kind !== 'Withdraw') await mustStillHaveRight(tx, { ...change, needs: 'Trade' })
    await appendAudit(tx, { ...change, detail: { sender: row.sender, summary: row.summary } })
    return { row: after, isNew: true }
  })
  if (isRefusal(decided)) return decided
  const { row, isNew } = decided
  const isSent = isNew && row.state === 'APPROVED'
  return presentHeld(isSent ? await sendApproved(parts, row, input) : row, people.nameOf)
}

/** While the trading of the approver or of the desk is stopped, nothing is approved, and the request keeps waiting (rulebook 11.16). */
async function stopRefusal({ stopsOf }: DecisionNeeds, { desk, user }: Caller): Promise<Refusal | undefined> {
  const stop = (await stopsOf(desk)).find((one) => one.user === '' || one.user === user)
  if (stop === undefined) return undefined
  const whose = stop.user === '' ? 'your desk' : 'you'
  return refuse('TradingIsStopped', '11.16', `Trading is stopped for ${whose}, so you cannot approve. You can decline the request.`)
}

/** The session that sent it. Its rights are read from the accounts of now. */
const callerOf = ({ desk, sender, via }: HeldRow): Caller => ({
  ...{ kind: 'session', desk, user: sender, via, role: 'viewer', proved: undefined, isRestricted: false },
})

async function sendApproved({ sql, access, send, clock, log }: DecisionNeeds, row: HeldRow, { requestId }: Input): Promise<HeldRow> {
  const now = clock.now()
  const sender = access.asNow(callerOf(row), row.address, now)
  const result: HeldResult =
    sender === undefined || sender.desk !== row.desk || sender.user !== row.sender
      ? { status: 403, error: 'AccessSuspended', message: 'The sender has signed out or lost access. Nothing was sent.', object_id: null }
      : await send(row, sender, { now, requestId, approvedBy: row.decidedBy! }).catch((error: unknown) => {
          log.error({ error, requestId, heldRequest: row.id }, 'An approved request failed')
          return { status: 500, error: 'InternalError', message: 'The result is not known. Look at the open orders.', object_id: null }
        })
  const { status, error, object_id: object } = result
  const detail = { approvedBy: row.decidedBy ?? '', status, ...(error === null ? {} : { error }), ...(object === null ? {} : { object }) }
  await sql.begin(async (tx) => {
    await writeResult(tx, row.id, result)
    await notifyHeld(tx, row.desk)
    const { desk, sender: actor, id } = row
    await appendAudit(tx, { at: clock.now(), desk, actor, action: 'SendHeldRequest', object: id, requestId, detail })
  })
  return { ...row, result }
}
