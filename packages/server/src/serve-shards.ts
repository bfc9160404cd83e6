/** `npm run serve -- --role shards`: owns a share of the shards, and serves nothing but its health and its metrics (decision 1028). */
import type { Instant, VenueCode } from '@parley/core'
import { createHttpServer } from './api/http/create-http.ts'
import { createMetricsPage } from './api/http/metrics-page.ts'
import { auctionShard } from './auctions/auction-engine.ts'
import { followBlocks } from './auctions/chain-news.ts'
import { lastFollowed } from './auctions/follow-chain.ts'
import { ownAuctions } from './auctions/remote-auctions.ts'
import { createAuctionStore } from './auctions/store.ts'
import { createAvailability } from './availability.ts'
import { readBuild } from './build.ts'
import type { Owned } from './cluster/divide-work.ts'
import { openNatsNetwork } from './cluster/nats-network.ts'
import type { Network } from './cluster/network.ts'
import { announceProcess } from './cluster/processes.ts'
import { shardProjector } from './create-market.ts'
import { migrate } from './database/migrate.ts'
import type { Sql } from './database/sql.ts'
import { asStartProblem } from './database/start-problem.ts'
import { openDatabase } from './embedded-postgres/supervisor.ts'
import type { Log } from './log/log.ts'
import { systemClock } from './market-data/clock.ts'
import { measureReadiness } from './measure-server.ts'
import { createMetrics } from './metrics/metrics.ts'
import { unmeasured } from './metrics/meter.ts'
import { listen, stop } from './port.ts'
import type { RunningServer } from './server.ts'
import type { ServerOptions } from './server-options.ts'
import { subjectsOfInstallation } from './shards/installation.ts'
import { ownMarketShards, type OtherShard } from './shards/own-market-shards.ts'
import { readNumberKey } from './shards/permuted-numbers.ts'
import { openVault } from './vault/open-vault.ts'

type ShardsOptions = Pick<
  ServerOptions,
  'dataDir' | 'port' | 'host' | 'metrics' | 'metricsToken' | 'trustProxy' | 'publicUrl' | 'secretKey' | 'auctions' | 'now' | 'signal'
> & {
  readonly databaseUrl: string
  readonly natsUrl: string
  /** The venues of the installation. This process does not connect to them. */
  readonly venues: readonly VenueCode[]
  readonly log: Log
}

/** Resolves when it has taken its share. */
export async function serveShards(options: ShardsOptions): Promise<Omit<RunningServer, 'operator'>> {
  const { dataDir, databaseUrl: url, natsUrl, venues, signal, now = Date.now } = options
  const closing: (() => Promise<unknown> | void)[] = []
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step()
  }
  try {
    const build = readBuild()
    const metrics = options.metrics === 'OFF' ? undefined : createMetrics(build)
    const isBehindProxy = (options.trustProxy ?? false) || options.publicUrl !== undefined
    const page = metrics && createMetricsPage(metrics, { token: options.metricsToken, isBehindProxy })
    const http = createHttpServer(undefined, build, page)
    if (metrics !== undefined) measureReadiness(metrics, http.readiness)
    const baseUrl = await listen(http.server, options.port, options.host ?? '127.0.0.1')
    closing.push(() => stop(http.server))
    const availability = createAvailability(http, options.log)
    const { log, onFailure, takenOver } = availability
    const { sql, close: closeDatabase } = await openDatabase({ dataDir, url, log, ownership: 'SHARED', onFailure, signal })
    closing.push(closeDatabase)
    await migrate(sql, log)
    availability.watch(sql)
    closing.push(availability.close)
    const network = await openNatsNetwork({ url: natsUrl, log })
    closing.push(network.close)
    const projector = shardProjector
    const others = await auctionShards(options, { sql, network, log })
    const owned = await ownMarketShards({
      sql,
      network,
      venues,
      projector,
      now: now as () => Instant,
      log,
      meter: metrics ?? unmeasured,
      others,
    })
    closing.push(owned.close)
    const { version } = build
    closing.push(await announceProcess({ sql, log, role: 'SHARDS', url: baseUrl, version, holder: owned.holder }))
    metrics?.watch(() => ({
      parley_shard_serving: [...owned.shards, ...others].map(({ name }) => ({
        labels: { shard: name },
        value: owned.owned().has(name) ? 1 : 0,
      })),
    }))
    http.openWithoutCalls()
    closing.push(() => http.drain())
    return { baseUrl, takenOver, close }
  } catch (error) {
    await close()
    throw asStartProblem(error, dataDir)
  }
}

type Shared = { readonly sql: Sql; readonly network: Network; readonly log: Log }

/** The shard of auctions, if the installation is connected to a chain. This process needs no connection to it. */
async function auctionShards(
  { auctions, dataDir, secretKey, now = Date.now }: ShardsOptions,
  { sql, network, log }: Shared,
): Promise<readonly OtherShard[]> {
  if (auctions === undefined) return []
  const vault = await openVault({ sql, dataDir, secretKey, now: now() })
  const store = createAuctionStore({ sql, vault })
  const remote = { network, subjects: subjectsOfInstallation(await readNumberKey(sql)) }
  const own = async (holder: string): Promise<Owned> => {
    const blocks = followBlocks(remote, await lastFollowed(auctions, store))
    const depth = () => ({ newestBlock: blocks.newestBlock(), needed: auctions.confirmations })
    const owned = await ownAuctions({ sql, vault, store, depth, clock: systemClock(now), log, holder, ...remote }).catch(
      (error: unknown) => {
        blocks.close()
        throw error
      },
    )
    return {
      isLost: owned.isLost,
      async close() {
        await owned.close()
        blocks.close()
      },
    }
  }
  return [{ name: auctionShard.name, own }]
}
