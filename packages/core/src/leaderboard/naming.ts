/** Whether a firm stands on the leaderboard under its name, day by day (rulebook 20.9). A day keeps what held when it began. */
import { leaderDay } from './period.ts'

/** From that day on. */
export type NamingChoice = { readonly fromDay: number; readonly isNamed: boolean }

/** The day that a choice of now counts from. */
export const choiceCountsFrom = (now: number): number => leaderDay(now) + 1

/** Nobody is named who has not said so. */
export function isNamedOn(choices: readonly NamingChoice[], day: number): boolean {
  let newest: NamingChoice | undefined
  for (const choice of choices) if (choice.fromDay <= day && (newest === undefined || choice.fromDay >= newest.fromDay)) newest = choice
  return newest?.isNamed ?? false
}
