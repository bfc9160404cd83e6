/** `npm run fuzz -- --minutes 60 | --seeds 20, --seed 7`: every call and every frame with seeded inputs, against a separate product. */
import { parseArgs } from 'node:util'
import { fuzzFirst, fuzzRound, openFuzzed } from './round.ts'
import { checkReplay } from '../replay.ts'
import { megabytesOf } from './invariants.ts'
import { newDataDir, removeDataDir } from '../product.ts'

const EACH = 4
const MINUTE_MS = 60_000

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { minutes: text, seeds: text, seed: text } })
const first = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
const until = values.seeds === undefined ? Date.now() + Number(values.minutes ?? 60) * MINUTE_MS : Infinity
const most = values.seeds === undefined ? Infinity : Number(values.seeds)

const dataDir = newDataDir()
const fuzzed = await openFuzzed(dataDir)
let isStopped = false
const stop = async () => {
  if (isStopped) return
  isStopped = true
  await fuzzed.floor.close()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop().then(() => process.exit(1)))
try {
  let all = await fuzzFirst(fuzzed)
  for (let n = 0; n < most && Date.now() < until; n++) {
    all += await fuzzRound(fuzzed, first + n, EACH, () => Date.now() >= until)
    console.log(`seed ${first + n}: ${all} sent, all responses correct, ${Math.round(megabytesOf(fuzzed.floor.product))} MB`)
  }
  console.log(fuzzed.coverage.report())
  await stop()
  await checkReplay(dataDir)
  console.log('The replayed journal matches the current state.')
} finally {
  await stop()
  removeDataDir(dataDir)
}
