/** Whether a firm appears on the leaderboard under its name, day by day (rulebook 20.9). A day keeps the setting with which it began. */
import { leaderDay } from './period.ts'

/** In effect from that day on. */
export type NamingChoice = { readonly fromDay: number; readonly isNamed: boolean }

/** The day from which a choice made now takes effect. */
export const choiceCountsFrom = (now: number): number => leaderDay(now) + 1

/** A firm is named only if it has chosen so. */
export function isNamedOn(choices: readonly NamingChoice[], day: number): boolean {
  let newest: NamingChoice | undefined
  for (const choice of choices) if (choice.fromDay <= day && (newest === undefined || choice.fromDay >= newest.fromDay)) newest = choice
  return newest?.isNamed ?? false
}
