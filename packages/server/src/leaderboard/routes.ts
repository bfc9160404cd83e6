/** The calls of the leaderboard: parse, service, answer. */
import { leaderboardCalls as calls } from '@parley/contracts'
import { actorOf } from '../accounts/actor.ts'
import type { Book } from '../accounts/accounts-snapshot.ts'
import { route, type Route, type RouteInput } from '../calls/route.ts'
import type { NamingChoices } from './choices.ts'
import type { LeaderQuery, LeaderboardService, Reading } from './service.ts'
import type { LeaderRole } from './sums.ts'

type Filters = RouteInput<typeof calls.leaderFills>['query']

const askedBy = (query: Filters, roles: readonly LeaderRole[]): LeaderQuery => ({
  filter: {
    roles,
    venues: query.venues ?? [],
    currencies: query.currencies ?? [],
    kinds: query.instrument_kinds ?? [],
    protocols: query.protocols ?? [],
    strategies: query.strategies ?? [],
  },
  start: query.start,
  end: query.end,
})

export function leaderboardRoutes(service: LeaderboardService, choices: NamingChoices, book: Book): readonly Route[] {
  const firmOf = ({ caller }: Pick<RouteInput<typeof calls.leaderStrengths>, 'caller'>): string =>
    book.accounts.desks.get(caller.desk)!.firm
  const reading = (input: Pick<RouteInput<typeof calls.leaderStrengths>, 'caller' | 'now'>): Reading => ({
    firm: firmOf(input),
    now: input.now,
  })
  return [
    route(calls.leaderVolumes, (input) => {
      const { role } = input.query
      return service.volumes(askedBy(input.query, role === undefined ? ['MAKER', 'TAKER'] : [role]), reading(input))
    }),
    route(calls.leaderFills, (input) => service.fills(askedBy(input.query, ['MAKER']), reading(input))),
    route(calls.leaderResponses, (input) => service.responses(askedBy(input.query, ['MAKER']), reading(input))),
    route(calls.leaderStrengths, (input) => service.strengths(reading(input))),
    route(calls.getLeaderPreferences, (input) => choices.of(firmOf(input), input.now)),
    route(calls.setLeaderPreferences, (input) => choices.set(actorOf(input), firmOf(input), input.body.disabled_leaderboard_anonymity)),
  ]
}
