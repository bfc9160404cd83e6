/** Whether a firm wants to be named, as chosen by its administrators (rulebook 20.9). */
import { choiceCountsFrom, isNamedOn, leaderDay, startOfDay, type Instant, type NamingChoice } from '@parley/core'
import type { LeaderPreferencesView } from '@parley/contracts'
import { about, type Actor } from '../accounts/actor.ts'
import type { Book } from '../accounts/accounts-snapshot.ts'
import type { Sql } from '../database/sql.ts'

export type NamingChoices = ReturnType<typeof createChoices>

export function createChoices({ sql, book }: { readonly sql: Sql; readonly book: Book }) {
  const of = async (firm: string, now: Instant): Promise<LeaderPreferencesView> => {
    const choices = await sql<NamingChoice[]>`
      select from_day as "fromDay", is_named as "isNamed" from leaderboard_choice where firm = ${firm} order by from_day`
    const last = choices.at(-1)
    return {
      disabled_leaderboard_anonymity: last?.isNamed ?? false,
      counts_from: last === undefined ? null : startOfDay(last.fromDay),
      is_named_today: isNamedOn(choices, leaderDay(now)),
    }
  }
  return {
    of,
    /** A second choice on the same day replaces the first. */
    async set(actor: Actor, firm: string, isNamed: boolean): Promise<LeaderPreferencesView> {
      const fromDay = choiceCountsFrom(actor.now)
      const detail = { isNamed, from: new Date(startOfDay(fromDay)).toISOString().slice(0, 10) }
      await book.change(about(actor, 'SetLeaderboardName', firm, detail), async (tx) => {
        await tx`
          insert into leaderboard_choice (firm, from_day, is_named) values (${firm}, ${fromDay}, ${isNamed})
          on conflict (firm, from_day) do update set is_named = excluded.is_named`
        await tx`update firm set leaderboard_anonymity = ${!isNamed} where id = ${firm}`
      })
      return of(firm, actor.now)
    },
  }
}
