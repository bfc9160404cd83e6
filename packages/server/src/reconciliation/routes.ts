/** The calls about comparisons: parse, service, answer. */
import { reconciliationCalls as calls } from '@parley/contracts'
import { actorOf } from '../accounts/actor.ts'
import { route, type Route } from '../calls/route.ts'
import type { ReconciliationService } from './service.ts'

export const reconciliationRoutes = (service: ReconciliationService): readonly Route[] => [
  route(calls.listDays, ({ caller }) => service.days(caller.desk)),
  route(calls.getDay, ({ caller, params, now }) => service.day(caller.desk, params.day, now)),
  route(calls.compareDay, (input) => service.compareDay(actorOf(input), input.params.day)),
  route(calls.getDifference, ({ caller, params }) => service.difference(caller.desk, params.id)),
  route(calls.closeDifference, (input) => service.close(actorOf(input), input.params.id, input.body)),
]
