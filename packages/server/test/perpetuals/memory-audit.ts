/** The audit log of perpetuals in memory, for tests that move the time by hand. */
import { EXIT_PREFIX, type DeskId, type UserId } from '@parley/core'
import type { Change } from '../../src/audit/append.ts'
import { CANCEL_ALL, PLACE, SET_MARGIN, type Audited, type Begun } from '../../src/perpetuals/audited.ts'

export type MemoryAudit = Audited & {
  /** Everything that was recorded for the desk. */
  of(desk: DeskId): readonly Change[]
}

/** `before` are the requests that an earlier server had sent when it stopped. */
export function createMemoryAudit(now: () => number, before: readonly Begun[]): MemoryAudit {
  const rows: Change[] = before.map((begun) => ({ ...begun, detail: { ...begun.detail, outcome: 'SENT' } }))
  const outcomesOf = (isMeant: (row: Change) => boolean, outcome: string): number =>
    rows.filter((row) => isMeant(row) && row.detail?.['outcome'] === outcome).length
  const isPlacedBy =
    (desk: DeskId, user: UserId, id: string) =>
    (row: Change): boolean =>
      row.action === PLACE && row.desk === desk && row.actor === user && row.object === id
  return {
    of: (desk) => rows.filter((row) => row.desk === desk),
    async around(change, work) {
      rows.push({ ...change, detail: { ...change.detail, outcome: 'SENT' } })
      const answer = await work()
      const reason = answer.outcome === 'DONE' ? {} : { says: answer.message }
      rows.push({ ...change, at: now(), detail: { ...change.detail, ...reason, outcome: answer.outcome } })
      return answer
    },
    askedBy: (desk, user, ids) =>
      Promise.resolve(
        new Set(ids.filter((id) => outcomesOf(isPlacedBy(desk, user, id), 'SENT') > outcomesOf(isPlacedBy(desk, user, id), 'REJECTED'))),
      ),
    begun: () => Promise.resolve(before),
    found: ({ detail, ...begun }, { outcome }) => {
      rows.push({ ...begun, at: now(), detail: { ...detail, outcome, found: 'AT_A_START' } })
      return Promise.resolve()
    },
    ownersSinceRecall() {
      const owners = rows.flatMap(({ action, desk, actor }, at) => {
        const isRecalled = rows
          .slice(at)
          .some((row) => row.action === CANCEL_ALL && row.desk === desk && row.detail?.['outcome'] === 'DONE')
        return action === PLACE && !isRecalled ? [`${desk} ${actor}`] : []
      })
      return Promise.resolve(
        [...new Set(owners)].map((owner) => {
          const [desk, user] = owner.split(' ') as [DeskId, UserId]
          return { desk, user }
        }),
      )
    },
    desksWithExits: () =>
      Promise.resolve([
        ...new Set(
          rows.flatMap(({ action, object, desk }) => (action === PLACE && object.startsWith(EXIT_PREFIX) ? [desk as DeskId] : [])),
        ),
      ]),
    hasChosenMargin: (desk, market) =>
      Promise.resolve(
        rows.some((row) => row.action === SET_MARGIN && row.desk === desk && row.object === market && row.detail?.['outcome'] === 'DONE'),
      ),
  }
}
