/**
 * `npm run torture -- --minutes 60 --seed 7`: an installation of many processes under faults that its seed draws, while desks trade. After each fault
 * the responses and notifications that each desk received are compared with what the server reports (decision 1035).
 */
import { parseArgs } from 'node:util'
import { seeded, shuffled } from '../random.ts'
import { compareAllLives } from '../reliability/pair-comparison.ts'
import { compareAllBids } from './bidding.ts'
import { faultKinds, type FaultKind } from './faults.ts'
import { openWorld, underFault, type RoundReport, type World } from './fault-round.ts'
import { openInstallation } from './installation.ts'

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { minutes: text, faults: text, seed: text, only: text } })
const SEED = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
const FAULTS = Number(values.faults ?? Infinity)
const until = Date.now() + Number(values.minutes ?? 60) * 60_000

/** Each kind once in every turn, in an order of the seed. */
function* drawn(random: () => number, kinds: readonly FaultKind[]): Generator<FaultKind> {
  for (;;) yield* shuffled(kinds, random)
}

function report(reports: readonly RoundReport[]): void {
  for (const kind of faultKinds) {
    const ofKind = reports.filter((one) => one.kind === kind)
    if (ofKind.length === 0) continue
    const [rfqs, bids] = [ofKind.map(({ servedAfterMs }) => servedAfterMs), ofKind.flatMap(({ bidsAfterMs }) => bidsAfterMs ?? [])]
    console.log(
      `${kind}: ${ofKind.length} times, an RFQ after ${middleAndLongest(rfqs)}${bids.length === 0 ? '' : `, a bid after ${middleAndLongest(bids)}`}`,
    )
  }
}

function middleAndLongest(times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other)
  const [middle = NaN, longest = NaN] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
  return `${Math.round(middle)} ms (median), ${Math.round(longest)} ms (longest)`
}

async function rounds(world: World): Promise<readonly RoundReport[]> {
  let isStopped = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (isStopped = true))
  const reports: RoundReport[] = []
  for (const kind of drawn(world.random, values.only === undefined ? faultKinds : faultKinds.filter((one) => one === values.only))) {
    if (reports.length >= FAULTS || Date.now() >= until || isStopped) break
    const one = await underFault(world, kind, reports.length)
    const bid = one.bidsAfterMs === undefined ? '' : `, a bid after ${Math.round(one.bidsAfterMs)} ms`
    console.log(`${reports.length + 1}. ${kind}: an RFQ was acknowledged after ${Math.round(one.servedAfterMs)} ms${bid}`)
    reports.push(one)
  }
  return reports
}

async function main(): Promise<void> {
  const place = await openInstallation(SEED)
  console.log(`seed ${SEED}, data in ${place.dataDir}`)
  const world = await openWorld(place, seeded(SEED), SEED)
  const reports = await rounds(world)
  const { requests, orders, trades, wrong } = await compareAllLives(world.pairs, world.whole, place.dataDir)
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
  const { bids, sales } = await compareAllBids(world.bids)
  await place.stop()
  await place.checkReplay()
  place.removeFolder()
  report(reports)
  console.log(
    `${reports.length} faults: ${requests} requests, ${orders} orders, ${trades} trades, ${bids} bids and ${sales} sales of auctions were acknowledged, none was lost or repeated, and the replayed journal matches the current state`,
  )
}

// The folder remains after a failure, so that it can be read. The processes end with this one.
main().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error)
    process.exit(1)
  },
)
