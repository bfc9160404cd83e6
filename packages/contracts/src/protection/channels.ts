/** The channels for the protections of a desk, which are available on every socket. */
import { HeldRequests } from './held-request.ts'
import { LimitChange, ProtectionChange, RefusedFill, TradingStopChange } from './entities.ts'

export const protectionChannels = {
  market_maker_protection: {
    summary: 'Sent when a protection cancelled your quotes, and when it has ended.',
    data: ProtectionChange,
    also: ['mmp'],
  },
  trading_stop: {
    summary: 'Sent when trading is stopped for your desk, a member or a key, and when it is resumed: once for each market.',
    data: TradingStopChange,
    also: [],
  },
  protection_limits: { summary: "Sent when one of your desk's limits is set or removed.", data: LimitChange, also: [] },
  refused_fills: {
    summary:
      'Sent when one of your limits stopped a quote from filling without being triggered. A limit that triggers is reported on market_maker_protection.',
    data: RefusedFill,
    also: [],
  },
  held_requests: {
    summary:
      'The requests of your desk that wait for the approval of a second person, and those of the last hour: all on subscribing, then all again after each change.',
    data: HeldRequests,
    also: [],
  },
} as const
