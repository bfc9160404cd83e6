/** List RFQs in the format of /v2/drfq/lists/: their routes, and what their sockets publish. */
import { listCalls as calls } from '@parley/contracts'
import { channelList, type NotificationChannel } from '../../../../calls/channel.ts'
import { route, type Route } from '../../../../calls/route.ts'
import { listed } from '../../../../database/page.ts'
import { presentList, presentNet, presentPlace } from './present.ts'
import { createListService, type ListNeeds, type ListService } from './service.ts'

export function createLists(needs: ListNeeds) {
  const service = createListService(needs)
  return { service, routes: listRoutes(service), channels: listChannelsOf(service) }
}

const listRoutes = (service: ListService): readonly Route[] => [
  route(calls.listLists, ({ caller, query }) =>
    listed(
      query,
      (page) => service.lists(caller.desk, query.role, page),
      (lines) => presentList(lines, caller.desk, 'WITHOUT_BOOKS'),
    ),
  ),
  route(calls.createList, ({ caller, body, idempotency }) => service.createList(caller, body, idempotency)),
  route(calls.getList, ({ caller, params }) => service.getList(caller, params.id)),
  route(calls.cancelList, ({ caller, params, idempotency }) => service.cancel(caller, params.id, 'CancelList', idempotency)),
  route(calls.quoteNet, ({ caller, params, body, idempotency }) => service.quoteNet(caller, params.id, body, idempotency)),
  route(calls.cancelNet, ({ caller, params, idempotency }) => service.cancel(caller, params.id, 'CancelNet', idempotency)),
  route(calls.tradeList, ({ caller, params, body, idempotency }) => service.tradeList(caller, params.id, body, idempotency)),
]

const listChannelsOf = (service: Pick<ListService, 'openLines'>): readonly NotificationChannel[] => [
  {
    kind: 'notifications',
    name: 'list_lines',
    also: [],
    snapshot: async (caller) =>
      channelList(
        (await service.openLines(caller)).flatMap(({ rfq }) => presentPlace(rfq, caller.desk) ?? []),
        false,
      ),
  },
  {
    kind: 'notifications',
    name: 'net_prices',
    also: [],
    snapshot: async (caller) =>
      channelList(
        (await service.openLines(caller)).flatMap(({ rfq, orders }) =>
          orders.flatMap((order) => presentNet(rfq, order, caller.desk) ?? []),
        ),
        false,
      ),
  },
]
