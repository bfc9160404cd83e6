/** The channels about the protections of a desk, which every socket has. */
import { LimitChange, ProtectionChange, RefusedFill, TradingStopChange } from './entities.ts'

export const protectionChannels = {
  market_maker_protection: {
    summary: 'When a protection pulled your quotes, and when it is over.',
    data: ProtectionChange,
    also: ['mmp'],
  },
  trading_stop: {
    summary: 'When trading is stopped for your desk or somebody on it, and when it is allowed again: once for each market.',
    data: TradingStopChange,
    also: [],
  },
  protection_limits: { summary: "When a limit of your desk's own is set or removed.", data: LimitChange, also: [] },
  refused_fills: {
    summary: 'When a limit of yours kept a quote from a fill and goes on; one that triggers is on market_maker_protection.',
    data: RefusedFill,
    also: [],
  },
} as const
