/** Saves protections as plain JSON and restores them. The form is canonical: protections that behave alike are saved alike. */
import { addDeadline } from '../deadlines.ts'
import type { DeskId, Instant, UserId } from '../ids.ts'
import { executionsOf, remembered } from './executions.ts'
import type { Execution, Frozen, ProtectionLimit, Protections, Stop } from './protection.ts'
import { noProtections } from './protections.ts'
import { frozenKey } from './tally.ts'

type SavedDesk = {
  readonly desk: DeskId
  readonly limits: readonly ProtectionLimit[]
  readonly executions: readonly Execution[]
  readonly frozen: readonly Frozen[]
}
type SavedStop = { readonly desk: DeskId; readonly user: UserId | ''; readonly stop: Stop }
type SavedDeadMan = { readonly via: string; readonly desk: DeskId; readonly at: Instant }
type ProtectionsSnapshot = {
  readonly desks: readonly SavedDesk[]
  readonly stops: readonly SavedStop[]
  readonly deadMen: readonly SavedDeadMan[]
}

const sorted = <T>(items: readonly T[], key: (item: T) => string): T[] => [...items].sort((a, b) => (key(a) < key(b) ? -1 : 1))

export function saveProtections({ desks, stops, deadMen }: Protections): ProtectionsSnapshot {
  return {
    desks: sorted([...desks], ([desk]) => desk)
      .map(([desk, { limits, executions, frozen }]) => ({
        desk,
        limits: sorted([...limits.values()], ({ id }) => id),
        executions: remembered(executions),
        frozen: sorted([...frozen.values()], frozenKey),
      }))
      .filter((saved) => saved.limits.length > 0 || saved.executions.length > 0 || saved.frozen.length > 0),
    stops: sorted(
      [...stops].flatMap(([desk, own]) => [...own].map(([user, stop]) => ({ desk, user, stop }))),
      ({ desk, user }) => `${desk} ${user}`,
    ),
    deadMen: sorted(
      [...deadMen].map(([via, { desk, at }]) => ({ via, desk, at })),
      ({ via }) => via,
    ),
  }
}

export function restoreProtections({ desks, stops, deadMen }: ProtectionsSnapshot): Protections {
  const protections = noProtections()
  for (const { desk, limits, executions, frozen } of desks) {
    const keyed = frozen.map((one) => [frozenKey(one), one] as const)
    protections.desks.set(desk, {
      limits: new Map(limits.map((limit) => [limit.id, limit])),
      executions: executionsOf(executions),
      frozen: new Map(keyed),
    })
    for (const [key, { until }] of keyed)
      if (until !== undefined) addDeadline(protections.deadlines, { at: until, id: `reset ${desk} ${key}` })
  }
  for (const { desk, user, stop } of stops) {
    const own = protections.stops.get(desk) ?? new Map<UserId | '', Stop>()
    protections.stops.set(desk, own.set(user, stop))
  }
  for (const { via, desk, at } of deadMen) {
    protections.deadMen.set(via, { desk, at })
    addDeadline(protections.deadlines, { at, id: `via ${via}` })
  }
  return protections
}
