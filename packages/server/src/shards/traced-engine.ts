/** The engine with a span for each command, which ends when its decision is durable. */
import { isRefusal } from '@parley/core'
import type { Tracing } from '../tracing/tracing.ts'
import type { MarketEngine } from './market-engine.ts'

export function tracedEngine<Engine extends Pick<MarketEngine, 'submit'>>(engine: Engine, tracing: Tracing | undefined): Engine {
  if (tracing === undefined) return engine
  const submit = ((shard: string, command: { readonly kind: string }, ...rest: readonly []) =>
    tracing.span('command', { 'parley.shard': shard, 'parley.command': command.kind }, async (span) => {
      const decided = await engine.submit(shard, command as never, ...rest)
      span.set({ 'parley.outcome': isRefusal(decided) ? 'refused' : 'decided' })
      if (!isRefusal(decided)) for (const event of decided.events) if (event.kind === 'TradeAgreed') tracing.remember(event.trade.id)
      return decided
    })) as Engine['submit']
  return { ...engine, submit }
}
